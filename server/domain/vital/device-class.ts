import type { DeviceClass } from "./vital.ts";

/** Tablets name themselves; Android tablets lack the `Mobi` of phones. An old iPad has both. */
const tablet = /iPad|Tablet|PlayBook|Silk(?!.*Mobi)|Android(?!.*Mobi)/i;

/**
 * A browser's device class, by MDN's recommendation ("Browser detection using the user agent"), or
 * by the client hint `mobile` (`browser.mobile`). A newer iPad identifies as a Mac and counts as
 * one.
 */
export function deviceClassOf(userAgent: string | undefined, isMobile?: boolean): DeviceClass {
  const isBrowser = userAgent?.startsWith("Mozilla/") ?? false;
  if (isBrowser && tablet.test(userAgent!)) return "tablet";
  if (isMobile !== undefined) return isMobile ? "mobile" : "desktop";
  if (!isBrowser) return "unknown";
  return userAgent!.includes("Mobi") ? "mobile" : "desktop";
}
