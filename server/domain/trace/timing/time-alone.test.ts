import { expect, test } from "vitest";
import { coveredMs, type Interval } from "./interval.ts";
import { stretchesAlone } from "./time-alone.ts";

const timeAlone = (runners: Interval[][]): number[] => stretchesAlone(runners).map(coveredMs);

const run = (fromMs: number, toMs: number) => ({ fromMs, toMs });

test("the last one running ran alone after the others", () => {
  expect(timeAlone([[run(0, 10)], [run(0, 40)], [run(20, 60)]])).toEqual([0, 10, 20]);
  expect(timeAlone([[run(0, 30)], [run(30, 50)]])).toEqual([30, 20]);
  expect(timeAlone([[], [run(5, 5)]])).toEqual([0, 0]);
});

test("two concurrent runs of one do not count as company", () => {
  expect(timeAlone([[run(0, 30), run(10, 20)], [run(25, 40)]])).toEqual([25, 10]);
});

test("lists the stretches, merging adjacent ones", () => {
  expect(stretchesAlone([[run(0, 30), run(10, 20)], [run(5, 8)]])).toEqual([
    [run(0, 5), run(8, 30)],
    [],
  ]);
});

test("equals counting instant by instant", () => {
  for (let seed = 1; seed <= 100; seed++) {
    let state = seed;
    const next = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
    const some = () =>
      Array.from({ length: next(3) }, () => next(30)).map((from) => run(from, from + next(12)));
    const runners = Array.from({ length: 4 }, some);
    const counted = runners.map(() => 0);
    for (let at = 0; at < 50; at++) {
      const running = runners.flatMap((runs, index) =>
        runs.some((each) => each.fromMs <= at && at < each.toMs) ? index : [],
      );
      if (running.length === 1) counted[running[0]!]!++;
    }
    expect(timeAlone(runners)).toEqual(counted);
  }
});
