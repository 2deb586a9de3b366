import type { DeviceClass } from "./vital.ts";

/**
 * Tablets name themselves; those with Android leave out the `Mobi` that phones have. An old iPad's
 * name has both.
 */
const tablet = /iPad|Tablet|PlayBook|Silk(?!.*Mobi)|Android(?!.*Mobi)/i;

/**
 * What a browser runs on, by what MDN recommends to look for in its name ("Browser detection using
 * the user agent"), or by the client hint `mobile` (`browser.mobile`), which says phone or not. A
 * newer iPad calls itself a Mac and counts as one.
 */
export function deviceClassOf(userAgent: string | undefined, isMobile?: boolean): DeviceClass {
  const isBrowser = userAgent?.startsWith("Mozilla/") ?? false;
  if (isBrowser && tablet.test(userAgent!)) return "tablet";
  if (isMobile !== undefined) return isMobile ? "mobile" : "desktop";
  if (!isBrowser) return "unknown";
  return userAgent!.includes("Mobi") ? "mobile" : "desktop";
}
