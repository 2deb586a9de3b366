import { expect, test } from "vitest";
import type { AlertDeps } from "#server/jobs/alert-deps.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import { routeGap } from "./route-gap.ts";

/** `perHour`: requests of /checkout in its hours. */
const gapOf = (route: string, perHour: number[], windowMinutes = 15) => {
  const rollups = {
    operationsOf: async (_: ProjectId, name: string) =>
      name === "/checkout" ? [{ id: 1, service: "web", kind: "server", route: name }] : [],
    series: async () => perHour.map((count) => ({ at: 0, rollup: { durations: { count } } })),
  };
  const deps = { store: { rollups }, now: () => 0 } as unknown as AlertDeps;
  const when = { kind: "route" as const, measure: "p95" as const, route, over: 500, windowMinutes };
  return routeGap(deps, { when, projectId: 1 as ProjectId, environment: "" });
};

test("a route without requests is unknown", async () => {
  expect(await gapOf("/chekout", [])).toEqual({ kind: "unknown", route: "/chekout" });
});

test("a route with fewer requests than a window needs is quiet", async () => {
  expect(await gapOf("/checkout", [10, 20])).toEqual({
    kind: "quiet",
    route: "/checkout",
    most: 5,
    fewest: 20,
    windowMinutes: 15,
  });
  expect(await gapOf("/checkout", [10, 20], 60)).toBeUndefined();
  expect(await gapOf("/checkout", [80], 15)).toBeUndefined();
});

test("a rule for any route has no gap", async () => {
  expect(await gapOf("", [])).toBeUndefined();
});
