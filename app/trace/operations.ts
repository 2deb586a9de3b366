/**
 * What the router is doing just now. Browsers have no asynchronous context: which navigation a
 * loader or a request belongs to is told by its path, else by what the router can be doing.
 */
export type Operation = {
  kind: "navigation" | "history" | "revalidation" | "fetcher-load" | "fetcher-submit";
  /** Page paths it is known to load, and the pattern of each once a loader has told it. */
  patterns: Map<string, string | undefined>;
  /** Loaders and actions under way. */
  steps: number;
};

/**
 * @returns the operation that loads this path, or undefined when the router began something without
 *   reporting it.
 */
export function findOperation<Known extends Operation>(
  open: Iterable<Known>,
  path: string,
): Known | undefined {
  const newestFirst = [...open].toReversed();
  const first = (test: (operation: Known) => boolean) => newestFirst.find(test);
  return (
    first(({ patterns }) => patterns.has(path)) ??
    // A redirect leads to a path that was not asked for; there is one page navigation at a time.
    first(({ kind }) => kind === "navigation" || kind === "history" || kind === "revalidation") ??
    // After its action a fetcher has the page's loaders run again.
    first(({ kind }) => kind === "fetcher-submit") ??
    // Asked for by a relative path.
    first(({ kind, patterns }) => kind === "fetcher-load" && patterns.size === 0)
  );
}

/**
 * The page's path in the path of a single-fetch request: `/a.data` → `/a`, `/_.data` → `/`.
 * Undefined for others.
 */
export function pageOfDataPath(path: string): string | undefined {
  if (!path.endsWith(".data")) return undefined;
  const page = path.slice(0, -".data".length);
  return page.endsWith("/_") ? page.slice(0, -1) : page;
}
