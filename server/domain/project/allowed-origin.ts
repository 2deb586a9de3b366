/**
 * Origins that may use a key: whole origins (`https://shop.example`, `http://localhost:5173`) or
 * all subdomains of a name (`*.shop.example`, any scheme and port, without the name itself).
 */
export type AllowedOrigin = string;

const wildcard = /^\*\.(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)*[a-z\d](?:[a-z\d-]*[a-z\d])?$/;

/** One per line, or separated by spaces or commas; returns the invalid word, if any. */
export function parseAllowedOrigins(
  text: string,
): { origins: AllowedOrigin[] } | { wrong: string } {
  const origins = new Set<AllowedOrigin>();
  for (const word of text.split(/[\s,]+/).filter((each) => each !== "")) {
    const origin = wildcard.test(word.toLowerCase()) ? word.toLowerCase() : originOf(word);
    if (origin === undefined) return { wrong: word };
    origins.add(origin);
  }
  return { origins: [...origins] };
}

/**
 * Whether a browser's request may come from there: by `Origin`, otherwise by `Referer`. A request
 * without both is not from a page; a page without an origin (`null`) is not allowed.
 */
export function isAllowedOrigin(
  said: string | undefined,
  allowed: readonly AllowedOrigin[],
): boolean {
  if (allowed.length === 0 || said === undefined) return true;
  const origin = originOf(said);
  if (origin === undefined) return false;
  const { hostname } = new URL(origin);
  return allowed.some((each) =>
    each.startsWith("*.") ? hostname.endsWith(each.slice(1)) : each === origin,
  );
}

function originOf(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  return new URL(text).origin;
}
