import { pageOfDataPath } from "./operations.ts";

export type Prefetches = {
  /**
   * Whether what was fetched beforehand answered a request for this address that began at `sinceMs`
   * (of the time origin).
   */
  served(url: string, sinceMs: number): boolean;
};

/**
 * What `<Link prefetch>` loaded beforehand, and what of it was used. React Router puts a `<link
 * rel="prefetch">` into the page; a navigation then makes the same request, and where the answer
 * may be kept (`Cache-Control: max-age`; without it Chromium 156 loads it twice) the server is not
 * asked again. Only Resource Timing tells: first an entry by a link that came over the network,
 * later one by `fetch` that did not.
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
      // What has just ended is noted now: the browser would tell it in a later task.
      note(observer.takeRecords());
      return (usedAt.get(url) ?? -1) >= sinceMs;
    },
  };
}
