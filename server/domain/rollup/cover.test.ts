import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dayMs, hourMs } from "#server/domain/time.ts";
import { coverOf } from "./cover.ts";
import { stepsOf } from "./steps.ts";
import { bucketEnd, bucketStart, tierMs, tiers, tierStarts } from "./tier.ts";

const now = Date.UTC(2026, 10, 21, 12, 34, 56);
const minuteMs = 60_000;
const kept = tierStarts(now);
const windows = fc
  .tuple(
    fc.integer({ min: 0, max: 420 * dayMs }),
    fc.oneof(fc.nat(2 * hourMs), fc.nat(8 * dayMs), fc.nat(400 * dayMs)),
  )
  .map(([ago, length]) => ({ since: now - ago, until: Math.min(now, now - ago + length) }));
const coarsest = fc.constantFrom("day" as const, "week" as const);

test("the cover has no gaps or overlaps, uses whole buckets, and starts rounded", () => {
  fc.assert(
    fc.property(windows, coarsest, (window, most) => {
      const { since, until, unit, runs } = coverOf(window, kept, most);
      expect(since).toBe(bucketStart(unit, window.since));
      expect(until).toBe(bucketEnd(unit, window.until));
      let at = since;
      for (const run of runs) {
        expect(run.from).toBe(at);
        expect(run.until).toBeGreaterThan(run.from);
        for (const bound of [run.from, run.until]) expect(bound % tierMs[run.tier]).toBe(0);
        at = run.until;
      }
      expect(at).toBe(until);
    }),
    { numRuns: 2_000 },
  );
});

test("buckets are as coarse as possible and few", () => {
  fc.assert(
    fc.property(windows, (window) => {
      const { since, until, unit, runs } = coverOf(window, kept);
      const buckets = runs.map(({ tier, from, until: end }) => (end - from) / tierMs[tier]);
      expect(buckets.reduce((sum, each) => sum + each, 0)).toBeLessThan(80);
      if (unit === "5-minutes") expect(until - since).toBeLessThanOrEqual(dayMs + 2 * tierMs[unit]);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  [hourMs, "5-minutes"],
  [dayMs, "5-minutes"],
  [dayMs + 1, "hour"],
  [7 * dayMs, "hour"],
  [7 * dayMs + 1, "day"],
])("a window of %i ms until now is read from %s", (length, unit) => {
  expect(coverOf({ since: now - length, until: now }, kept).unit).toBe(unit);
});

describe("expired resolutions are read from the next coarser one", () => {
  test.each([
    [dayMs, "5-minutes"],
    [2 * dayMs, "5-minutes"],
    [2 * dayMs + hourMs, "hour"],
    [34 * dayMs, "hour"],
    [35 * dayMs, "day"],
    [500 * dayMs, "day"],
  ])("an hour, %i ms ago: from %s", (ago, unit) => {
    expect(coverOf({ since: now - ago, until: now - ago + hourMs }, kept).unit).toBe(unit);
  });

  test("a partly expired bucket is not read", () => {
    const at = kept["5-minutes"];
    expect(at - (now - 2 * dayMs - hourMs)).toBeLessThan(5 * minuteMs);
    expect(coverOf({ since: at, until: at + hourMs }, kept).unit).toBe("5-minutes");
    expect(coverOf({ since: at - 1, until: at + hourMs }, kept).unit).toBe("hour");
  });
});

test("a window that ends before its start covers nothing", () => {
  expect(coverOf({ since: now, until: now - dayMs }, kept).runs).toEqual([]);
});

describe("steps", () => {
  test("are equal, without gaps, and cover the window from the rounded start", () => {
    const steps = fc.record({
      unit: fc.constantFrom(...tiers),
      every: fc.integer({ min: 1, max: 12 }),
    });
    fc.assert(
      fc.property(windows, steps, (window, step) => {
        const { run, stepMs, times } = stepsOf(window, step, kept);
        expect(stepMs).toBeGreaterThanOrEqual(tierMs[step.unit] * step.every);
        expect(run.from).toBe(bucketStart(run.tier, window.since));
        times.forEach((at, index) => expect(at).toBe(run.from + index * stepMs));
        expect(run.from + times.length * stepMs).toBeGreaterThanOrEqual(run.until);
        expect(times.length === 0 || times.at(-1)! < run.until).toBe(true);
      }),
    );
  });

  test("grow to the retained resolution", () => {
    const window = { since: now - 3 * dayMs, until: now - 2 * dayMs };
    expect(stepsOf(window, { unit: "5-minutes", every: 6 }, kept)).toMatchObject({
      stepMs: hourMs,
      run: { tier: "hour" },
    });
    expect(stepsOf(window, { unit: "5-minutes", every: 36 }, kept)).toMatchObject({
      stepMs: 3 * hourMs,
    });
  });
});
