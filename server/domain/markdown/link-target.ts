const longestTarget = 2000;

/** A link's normalized URL, or undefined for anything except http, https, and mailto. */
export function linkTarget(href: string): string | undefined {
  if (href.length > longestTarget || !URL.canParse(href)) return undefined;
  const url = new URL(href);
  if (url.protocol === "mailto:") return url.href;
  // A user name before the host makes a URL look like another one.
  const isWeb = url.protocol === "http:" || url.protocol === "https:";
  return isWeb && url.username === "" && url.password === "" ? url.href : undefined;
}
