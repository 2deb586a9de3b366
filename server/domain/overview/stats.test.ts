import { expect, test } from "vitest";
import { emptyRollup, type Rollup } from "#server/domain/rollup/rollup.ts";
import { crashStat, requestStats } from "./stats.ts";

function ran(count: number, ms: number, failed = 0): Rollup {
  const rollup = emptyRollup();
  for (let index = 0; index < count; index++) rollup.durations.add(ms * (1 + (index % 10) / 100));
  rollup.failed = failed;
  return rollup;
}

test("changes are better or worse only if statistically significant", () => {
  const worse = requestStats({
    now: [ran(500, 100, 10), ran(500, 100, 11)],
    before: [ran(1_000, 50, 1)],
  });
  expect(worse.requests).toEqual({ now: 1_000, before: 1_000 });
  expect(worse.failureRate).toEqual({ now: 0.021, before: 0.001, trend: "worse" });
  expect(worse.p75Ms?.trend).toBe("worse");
  const same = requestStats({ now: [ran(1_000, 100, 2)], before: [ran(1_000, 100, 1)] });
  expect([same.failureRate?.trend, same.p75Ms?.trend]).toEqual([undefined, undefined]);
  expect(
    requestStats({ now: [ran(1_000, 50)], before: [ran(1_000, 100, 99)] }).failureRate?.trend,
  ).toBe("better");
});

test("unknown values are absent", () => {
  expect(requestStats({ now: [emptyRollup()], before: undefined })).toEqual({});
  expect(requestStats({ now: [ran(9, 10)], before: undefined }).requests).toEqual({ now: 9 });
  expect(requestStats({ now: [ran(9, 10)], before: [emptyRollup()] }).failureRate).toEqual({
    now: 0,
  });
  expect(crashStat({ now: [{ sessions: 0, crashed: 0 }], before: undefined })).toBeUndefined();
  expect(
    crashStat({ now: [{ sessions: 100, crashed: 1 }], before: [{ sessions: 0, crashed: 0 }] }),
  ).toEqual({
    now: 0.01,
  });
  expect(
    crashStat({
      now: [{ sessions: 10_000, crashed: 69 }],
      before: [{ sessions: 10_000, crashed: 29 }],
    }),
  ).toEqual({
    now: 0.0069,
    before: 0.0029,
    trend: "worse",
  });
});
