import { expect, test } from "vitest";
import {
  navigationFacts,
  type NavigationFacts,
  navigationFactsByRoute,
  neverHydrated,
} from "./navigation-facts.ts";
import { msAt } from "./percentiles.ts";
import type { OperationKind } from "./operation.ts";
import { emptyRollup } from "./rollup.ts";

function counted(kind: OperationKind, route: string, durationsMs: number[], service = "shop") {
  const rollup = emptyRollup();
  for (const duration of durationsMs) rollup.durations.add(duration);
  return { operation: { service, kind, route }, rollup };
}

const cart = "/shop/cart";
const operations = [
  counted("page", cart, [40, 50, 60, 70]),
  counted("hydration", cart, [20, 30, 40], "browser"),
  counted("navigation", cart, [100, 200, 1_500, 3_000, 1_200], "browser"),
  counted("submit", cart, [300, 400], "browser"),
  counted("revalidated", cart, [120], "browser"),
  counted("prefetch", "/shop", [9, 9, 9]),
  counted("prefetched", "/shop", [30], "browser"),
  counted("navigation", "/shop", [30], "browser"),
  counted("page", "/plain", [10]),
];

test("browser and server counts describe how a page was reached", () => {
  const byRoute = navigationFactsByRoute(operations);
  expect(byRoute.map(({ route }) => route)).toEqual([cart, "/plain", "/shop"]);
  const [facts, , shop] = byRoute.map((each) => each.facts) as [
    NavigationFacts,
    NavigationFacts,
    NavigationFacts,
  ];
  expect(facts).toMatchObject({
    documents: 4,
    navigations: 5,
    hydrated: 3,
    submits: 2,
    prefetches: 0,
  });
  expect(facts.pending).toMatchObject({ count: 5, overSecond: 3 });
  expect(msAt(facts.pending!.percentiles, 0.5)).toBeCloseTo(1_200, -1);
  expect(msAt(facts.hydration!.percentiles, 0.75)).toBeCloseTo(40, 0);
  expect(facts.revalidation).toMatchObject({ count: 1 });
  expect(neverHydrated(facts)).toBe(0.25);
  expect(shop).toMatchObject({ prefetches: 3, prefetchesUsed: 1, navigations: 1 });
});

test("without browser data nothing is claimed", () => {
  const facts = navigationFacts(operations.filter(({ operation }) => operation.route === "/plain"));
  expect(neverHydrated(facts)).toBeUndefined();
  expect(facts).toMatchObject({ documents: 1, navigations: 0 });
  expect([facts.hydration, facts.pending, facts.revalidation]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(neverHydrated({ ...facts, hydratable: 1, hydrated: 2 }), "from the browser's cache").toBe(
    0,
  );
});

test("pages without browser data do not count as never hydrated", () => {
  const all = navigationFacts(operations);
  expect(all).toMatchObject({ documents: 5, hydratable: 4, hydrated: 3 });
  expect(neverHydrated(all)).toBe(0.25);
});
