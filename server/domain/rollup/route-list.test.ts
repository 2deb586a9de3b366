import { expect, test } from "vitest";
import { figuresOf } from "./figures.ts";
import type { OperationKind } from "./operation.ts";
import { emptyRollup, type Rollup } from "./rollup.ts";
import { countChange, isNew, durationChange, routeEntries } from "./route-entry.ts";
import { readRouteQuery } from "./route-query.ts";
import {
  parseRouteSort,
  printRouteSort,
  routeColumns,
  routesNamed,
  sortRoutes,
} from "./route-sort.ts";

const now = Date.UTC(2026, 10, 21, 12);

function counted(
  id: number,
  route: string,
  durationsMs: number[],
  failed = 0,
  kind: OperationKind = "server",
) {
  const rollup: Rollup = {
    ...emptyRollup(),
    failed,
    satisfied: durationsMs.filter((ms) => ms <= 500).length,
  };
  for (const ms of durationsMs) {
    rollup.durations.add(ms);
    rollup.totalMs += ms;
  }
  return { operation: { id, service: "web", kind, route }, rollup };
}

const times = (count: number, ms: number) =>
  Array.from({ length: count }, (_, index) => ms * (1 + (index % 10) / 100));
const minutes = { now: 60, before: 60 };
const current = [
  counted(1, "/cart", times(300, 900), 5),
  counted(2, "/", times(400, 100)),
  counted(3, "/New", times(9, 10)),
];
const before = [counted(1, "/cart", times(300, 300)), counted(2, "/", times(200, 100))];
const entries = routeEntries(current, minutes, before);
const order = (sort: string) =>
  sortRoutes(entries, parseRouteSort(sort)!).map(({ operation }) => operation.route);

test("shares add up, rates are per minute, and new routes have no change", () => {
  expect(entries.reduce((sum, { timeShare }) => sum + timeShare, 0)).toBeCloseTo(1);
  expect(entries[0]!.timeShare).toBeGreaterThan(0.6);
  expect(entries[1]!.perMinute).toBeCloseTo(400 / 60);
  expect([countChange(entries[0]!), durationChange(entries[0]!)?.by.toFixed(0)]).toEqual([
    undefined,
    "2",
  ]);
  expect(countChange(entries[1]!)?.by).toBeCloseTo(1);
  expect(entries.map(isNew)).toEqual([false, false, true]);
  expect(routeEntries(current, minutes, undefined).map(isNew), "nothing to compare with").toEqual([
    false,
    false,
    false,
  ]);
});

test("every column sorts both ways with its state in the URL", () => {
  expect(order("share")).toEqual(["/cart", "/", "/New"]);
  expect(order("throughput")).toEqual(["/", "/cart", "/New"]);
  expect(order("route")).toEqual(["/", "/New", "/cart"]);
  expect(order("apdex")[0]).toBe("/cart");
  expect(order("failures")[0]).toBe("/cart");
  expect(order("change")).toEqual(["/New", "/cart", "/"]);
  for (const column of routeColumns) {
    const sort = parseRouteSort(column)!;
    expect(printRouteSort(sort)).toBe(column);
    expect(printRouteSort({ ...sort, ascending: !sort.ascending })).toBe(`-${column}`);
    expect(new Set(order(`-${column}`))).toEqual(new Set(order(column)));
  }
  for (const wrong of ["", "-", "p42", "constructor", "--p95"])
    expect(parseRouteSort(wrong), wrong).toBeUndefined();
});

test("a name is found without case", () => {
  expect(routesNamed(entries, "new").map(({ operation }) => operation.id)).toEqual([3]);
  expect(routesNamed(entries, "")).toHaveLength(3);
});

test("without requests there are no percentiles", () => {
  expect(figuresOf(emptyRollup())).toEqual({
    count: 0,
    failed: 0,
    totalMs: 0,
    failureRate: 0,
    apdex: 0,
    percentiles: [],
  });
});

test("unknown URL values are ignored", () => {
  const read = (search: string) => readRouteQuery(new URLSearchParams(search), now);
  expect(read("kind=loader&kind=nonsense").kinds).toEqual(["loader"]);
  expect(read("kind=nonsense").kinds).toContain("server");
  expect(read("service=&release=&environment=&query=%20cart%20")).toMatchObject({
    service: undefined,
    text: "cart",
  });
});
