/**
 * Any origin: `https://shop.example/assets/a.js?v=1`, `/assets/a.js`, and `~/assets/a.js` become
 * the last of these.
 */
export function tildeUrl(url: string): string {
  const path = url.replace(/^(?:[a-z][a-z0-9+.-]*:\/\/[^/]*|~)(?=\/)/i, "").replace(/[?#].*$/, "");
  return `~/${path.replace(/^\/+/, "")}`.slice(0, 1_000);
}

/** URL of a file's map: relative to the file, at any origin. */
export function mapUrlOf(file: string, sourceMapUrl: string): string {
  const base = new URL(tildeUrl(file).slice(1), "https://any.example");
  const url = URL.parse(sourceMapUrl, base);
  return url ? tildeUrl(url.pathname) : `${tildeUrl(file)}.map`;
}

/** Lowercase with dashes; undefined if it is not a UUID. */
export function parseDebugId(value: unknown): string | undefined {
  const [, a, b, c, d, e] =
    (typeof value === "string" &&
      /^([\da-f]{8})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{12})$/i.exec(value)) ||
    [];
  return a === undefined ? undefined : [a, b, c, d, e].join("-").toLowerCase();
}
