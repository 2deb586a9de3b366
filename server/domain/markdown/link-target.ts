const longestTarget = 2000;

/**
 * Where a text may lead: the address in its normal form, or undefined for anything but http, https
 * and mailto.
 */
export function linkTarget(href: string): string | undefined {
  if (href.length > longestTarget || !URL.canParse(href)) return undefined;
  const url = new URL(href);
  if (url.protocol === "mailto:") return url.href;
  // A name before the host makes an address look like another one.
  const isWeb = url.protocol === "http:" || url.protocol === "https:";
  return isWeb && url.username === "" && url.password === "" ? url.href : undefined;
}
