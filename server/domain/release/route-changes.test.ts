import { expect, test } from "vitest";
import type { StoredOperation } from "#server/domain/rollup/operation.ts";
import { emptyRollup } from "#server/domain/rollup/rollup.ts";
import { routeChanges } from "./route-changes.ts";

/** Durations spread evenly from half to one and a half of `middleMs`. */
function ran(id: number, middleMs: number, count = 1_000, failed = 0) {
  const rollup = { ...emptyRollup(), failed };
  for (let each = 0; each < count; each++) rollup.durations.add(middleMs * (0.5 + each / count));
  const operation = { id, service: "web", kind: "server", route: `/${id}` } satisfies Omit<
    StoredOperation,
    never
  >;
  return { operation: operation as StoredOperation, rollup };
}

test("significantly changed routes are listed by cost or savings", () => {
  const before = [ran(1, 100), ran(2, 100), ran(3, 100), ran(4, 100, 15), ran(5, 100, 5_000)];
  const after = [
    ran(1, 150),
    ran(2, 60),
    ran(3, 101),
    ran(4, 900, 15),
    ran(5, 130, 5_000),
    ran(6, 10),
  ];
  const { slower, faster, compared } = routeChanges(before, after);
  expect(slower.map(({ operation, q }) => [operation.id, q])).toEqual([
    [5, 0.75],
    [1, 0.75],
  ]);
  expect(faster.map(({ operation }) => operation.id)).toEqual([2]);
  expect(compared).toBe(4);
  const [first] = slower;
  expect(first!.afterMs / first!.beforeMs).toBeCloseTo(1.3, 1);
});

test("a first release has no comparison", () => {
  const none = { slower: [], faster: [], failsMore: [], failsLess: [], compared: 0 };
  expect(routeChanges([], [ran(1, 100)])).toEqual(none);
});

test("routes with significantly changed failure rates are listed by failed requests", () => {
  const before = [
    ran(1, 100, 1_000, 10),
    ran(2, 100, 1_000, 60),
    ran(3, 100, 1_000, 10),
    ran(4, 100, 9_000),
    ran(5, 9, 10),
  ];
  const after = [
    ran(1, 100, 1_000, 40),
    ran(2, 100, 1_000, 20),
    ran(3, 100, 1_000, 12),
    ran(4, 100, 30, 30),
    ran(5, 9, 10, 9),
  ];
  const { failsMore, failsLess, slower, faster } = routeChanges(before, after);
  expect(
    failsMore.map(({ operation, beforeRate, afterRate }) => [operation.id, beforeRate, afterRate]),
  ).toEqual([
    [1, 0.01, 0.04],
    [4, 0, 1],
  ]);
  expect(failsLess.map(({ operation, count }) => [operation.id, count])).toEqual([[2, 1_000]]);
  expect([...slower, ...faster]).toEqual([]);
});
