/** A User Timing mark, so that hydration and measurement are independent. */
export const hydratedMark = "spoor.hydrated";

/**
 * Calls back once, with the time in milliseconds since the time origin, even if hydration is
 * already over.
 */
export function onceHydrated(callback: (atMs: number) => void): void {
  const observer = new PerformanceObserver((list) => {
    const mark = list.getEntriesByName(hydratedMark)[0];
    if (!mark) return;
    observer.disconnect();
    callback(mark.startTime);
  });
  observer.observe({ type: "mark", buffered: true });
}
