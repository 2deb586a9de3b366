import { expect, test, vi } from "vitest";
import type { Store } from "#server/storage/store.ts";
import { createReadInstance } from "./read-instance.ts";

/** A store that takes `ms` to measure, or rejects. */
function slowStore(ms: () => number | Error) {
  const bytes = { main: 7, artifacts: 0 };
  const besides = () =>
    new Promise((resolve, reject) => {
      const takes = ms();
      if (takes instanceof Error) reject(takes);
      else setTimeout(() => resolve(bytes), takes);
    });
  return { retention: { days: async () => [], besides } } as unknown as Store;
}

test("a scrape shows the last size while a slow cluster is measured, for minutes", async () => {
  vi.useFakeTimers();
  let takes: number | Error = 800;
  const clock = { elapsed: 0 };
  const read = createReadInstance({
    store: slowStore(() => takes),
    dataFolder: ".",
    now: () => 0,
    elapsed: () => clock.elapsed,
  });
  const scrape = async () => {
    const asked = read();
    await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
    await vi.advanceTimersByTimeAsync(500);
    return (await asked).databaseBytes;
  };
  expect(await scrape()).toBeUndefined();
  await vi.advanceTimersByTimeAsync(500);
  clock.elapsed = 30_000;
  expect(await scrape(), "measured meanwhile").toBe(7);
  takes = new Error("away");
  await vi.advanceTimersByTimeAsync(500);
  clock.elapsed = 60_000;
  await read();
  expect((await read()).databaseBytes, "the database does not respond").toBeUndefined();
  vi.useRealTimers();
});
