import { pageOfDataPath } from "./operations.ts";

type Prefetches = {
  /**
   * Whether prefetched data served a request for this URL that started at `sinceMs` (since the time
   * origin).
   */
  served(url: string, sinceMs: number): boolean;
};

/**
 * Data loaded by `<Link prefetch>`, and what of it was used. React Router adds a
 * `<link rel="prefetch">`; a navigation then makes the same request. If the response is cacheable
 * (`Cache-Control: max-age`; otherwise, Chromium 156 loads it twice), the server is not asked
 * again. Only Resource Timing shows it: first an entry by a link from the network, later one by
 * `fetch` without.
 */
export function watchPrefetches(): Prefetches {
  const waiting = new Set<string>();
  const usedAt = new Map<string, number>();
  const note = (entries: PerformanceEntryList) => {
    for (const entry of entries as PerformanceResourceTiming[]) {
      const { name, initiatorType, transferSize, startTime } = entry;
      if (!name.startsWith(location.origin) || pageOfDataPath(new URL(name).pathname) === undefined)
        continue;
      if (initiatorType === "link" && transferSize > 0) waiting.add(name);
      else if (initiatorType === "fetch" && transferSize === 0 && waiting.delete(name))
        usedAt.set(name, startTime);
    }
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: "resource", buffered: true });
  return {
    served(url, sinceMs) {
      // Records entries that just ended: the browser would report them in a later task.
      note(observer.takeRecords());
      return (usedAt.get(url) ?? -1) >= sinceMs;
    },
  };
}
