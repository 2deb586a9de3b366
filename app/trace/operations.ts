/**
 * Current operations of the router. Browsers have no asynchronous context: a loader or request is
 * assigned to an operation by its path, otherwise by what the router can be doing.
 */
export type Operation = {
  kind: "navigation" | "history" | "revalidation" | "fetcher-load" | "fetcher-submit";
  /** Page paths that it loads, with each pattern once a loader has reported it. */
  patterns: Map<string, string | undefined>;
  /** Loaders and actions in progress. */
  steps: number;
};

/**
 * @returns the operation that loads this path, or undefined if the router started something without
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
    // A redirect's path was not requested; there is one page navigation at a time.
    first(({ kind }) => kind === "navigation" || kind === "history" || kind === "revalidation") ??
    // After its action, a fetcher reruns the page's loaders.
    first(({ kind }) => kind === "fetcher-submit") ??
    // Requested by a relative path.
    first(({ kind, patterns }) => kind === "fetcher-load" && patterns.size === 0)
  );
}

/**
 * The page's path in a single-fetch request: `/a.data` → `/a`, `/_.data` → `/`. Undefined for
 * others.
 */
export function pageOfDataPath(path: string): string | undefined {
  if (!path.endsWith(".data")) return undefined;
  const page = path.slice(0, -".data".length);
  return page.endsWith("/_") ? page.slice(0, -1) : page;
}
