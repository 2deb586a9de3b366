import type { Page } from "@playwright/test";

/** Vitals from the browser's own timings in milliseconds. */
export type MeasuredVitals = { ttfb: number; fcp: number; lcp: number; inp: number };

/** Call it before opening the page: interactions are reported to listeners only. */
export async function measureVitals(page: Page): Promise<() => Promise<MeasuredVitals>> {
  await page.addInitScript(() => {
    const seen = { lcp: 0, inp: 0 };
    Object.assign(globalThis, { seenVitals: seen });
    const observe = (type: string, note: (entry: PerformanceEventTiming) => void) =>
      new PerformanceObserver((list) =>
        list.getEntries().forEach((entry) => note(entry as PerformanceEventTiming)),
      ).observe({ type, buffered: true, durationThreshold: 16 });
    observe("largest-contentful-paint", ({ startTime }) => (seen.lcp = startTime));
    // A fast first interaction has no other entry.
    for (const type of ["event", "first-input"]) {
      observe(type, ({ interactionId, duration }) => {
        if (interactionId) seen.inp = Math.max(seen.inp, duration);
      });
    }
  });
  return () =>
    page.evaluate(() => {
      const [navigation] = performance.getEntriesByType("navigation");
      const [paint] = performance.getEntriesByName("first-contentful-paint");
      const { seenVitals } = globalThis as unknown as { seenVitals: { lcp: number; inp: number } };
      return { ttfb: navigation!.responseStart, fcp: paint!.startTime, ...seenVitals };
    });
}
