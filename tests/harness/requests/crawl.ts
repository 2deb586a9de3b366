import type { Page } from "@playwright/test";

export type Crawl = {
  /** Start pages of the crawl. */
  from: string[];
  /** Number of pages to open per kind (a path without IDs and texts). */
  perKind: number;
  /** Whether other query fields make another kind. */
  byQuery: boolean;
  most: number;
  visit: (path: string) => Promise<void>;
};

/**
 * Follows links of one site breadth first and kind by kind, without downloads. Returns the opened
 * paths.
 */
export async function crawl(
  page: Page,
  origin: string,
  { from, perKind, byQuery, most, visit }: Crawl,
): Promise<string[]> {
  const waiting = [...from];
  const seen = new Set(waiting);
  const kinds = new Map<string, number>();
  const opened: string[] = [];
  for (
    let path = waiting.shift();
    path !== undefined && opened.length < most;
    path = waiting.shift()
  ) {
    const kind = kindOf(byQuery ? path : path.replace(/\?.*/, ""));
    const count = kinds.get(kind) ?? 0;
    if (count >= perKind) continue;
    kinds.set(kind, count + 1);
    await page.goto(origin + path, { waitUntil: "load" });
    opened.push(path);
    await visit(path);
    for (const href of await page.locator("a[href]:not([download])").evaluateAll(hrefsOf)) {
      const url = new URL(href);
      const next = url.pathname + url.search;
      if (url.origin !== origin || seen.has(next)) continue;
      seen.add(next);
      waiting.push(next);
    }
  }
  return opened;
}

const hrefsOf = (links: Element[]): string[] =>
  links.map((link) => (link as HTMLAnchorElement).href).filter((href) => /^https?:/.test(href));

/** Replaces every text and ID of a URL with `*`. */
function kindOf(path: string): string {
  const { pathname, searchParams } = new URL(path, "http://here.invalid");
  const listed = pathname.replace(/\/(tags|events)\/[^/]+/, "/$1/*");
  const segments = listed
    .split("/")
    .map((segment) => (/^[a-z][a-z-]*$/.test(segment) ? segment : "*"));
  return `${segments.join("/")}?${[...searchParams.keys()].toSorted().join("&")}`;
}
