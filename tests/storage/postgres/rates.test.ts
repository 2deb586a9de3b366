import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createQuotas } from "#server/digest/intake/quotas.ts";
import { createRateLimits } from "#server/digest/intake/rate-limits.ts";
import { shareRates } from "#server/digest/intake/shared-rates.ts";
import type { Key, Project } from "#server/domain/project/project.ts";
import { openPostgresStore } from "#server/storage/postgres/open.ts";
import type { Store } from "#server/storage/store.ts";
import { startPostgres, type TestPostgres } from "#tests/harness/servers/postgres.ts";
import { newProject, noon } from "#tests/storage/sample.ts";

let server: TestPostgres;
let stores: Store[];
let project: Project;
/** Ten per second, with bursts of a hundred. */
let key: Key;
let now: number;

beforeAll(async () => {
  server = await startPostgres();
  const url = await server.create();
  stores = [];
  for (const process of ["a", "b", "c"])
    stores.push(await openPostgresStore(url, { process, connections: 1 }));
});
afterAll(async () => {
  await Promise.all(stores.map((store) => store.close()));
  await server.stop();
});
beforeEach(async () => {
  now = noon;
  project = await newProject(stores[0]!);
  key = { ...(await stores[0]!.projects.keys(project.id))[0]!, eventsPerMinute: 600 };
});

/** Ingestion of one process: how many of the requests it accepts. */
function doorOf(index: number) {
  const store = stores[index]!;
  const shared = shareRates({ rates: store.rates, process: `${index}`, now: () => now });
  const [rates, quotas] = [
    createRateLimits(shared),
    createQuotas({ outcomes: store.outcomes, shared, isAway: () => false }),
  ];
  return {
    exchange: shared.exchange,
    letIn: (events: number) =>
      Array.from({ length: events }, () => rates.take(key, "error", 1, now)).filter(
        (wait) => wait === undefined,
      ).length,
    wait: () => rates.take(key, "error", 1, now),
    withinQuota: (quantity: number) => quotas.take(project, "error", quantity, now),
  };
}
type Door = ReturnType<typeof doorOf>;

async function second(...doors: Door[]): Promise<void> {
  now += 1_000;
  for (const door of [...doors, ...doors]) await door.exchange();
}

test("a key's rate limit applies to all processes together", async () => {
  const [a, b] = [doorOf(0), doorOf(1)];
  expect([a.letIn(1), b.letIn(1)]).toEqual([1, 1]);
  await second(a, b);
  expect(a.letIn(200), "a burst, but for the other's one").toBe(99);
  await second(a, b);
  expect(b.letIn(200), "nothing is left of it for the other").toBeLessThan(10);
  let through = 0;
  for (let at = 0; at < 60; at++) {
    await second(a, b);
    through += a.letIn(50) + b.letIn(50);
  }
  expect(through, "in a minute").toBeGreaterThan(500);
  expect(through).toBeLessThan(700);
});

test("unlimited keys cause no queries, and a late process starts with its own burst", async () => {
  const [a, late] = [doorOf(0), doorOf(2)];
  const exchange = vi.spyOn(stores[2]!.rates, "exchange");
  a.letIn(100);
  await second(a, late);
  expect(exchange).not.toHaveBeenCalled();
  expect(late.letIn(1)).toBe(1);
  await second(a, late);
  expect(late.letIn(100)).toBe(100);
  await second(a, late);
  expect(a.wait(), "the others hear of it").toBeGreaterThan(1);
  now += 180_000;
  await second(a, late);
  expect(await stores[0]!.rates.exchange("anybody", [], 0), "what is old is forgotten").toEqual([]);
});

test("a daily quota is shared by all processes", async () => {
  project = { ...project, settings: { ...project.settings, quotas: { eventsPerDay: 10 } } };
  const [a, b] = [doorOf(0), doorOf(1)];
  const tookBoth = async (quantity: number) => [
    await a.withinQuota(quantity),
    await b.withinQuota(quantity),
  ];
  expect(await tookBoth(0)).toEqual([true, true]);
  await second(a, b);
  expect(await tookBoth(4)).toEqual([true, true]);
  await second(a, b);
  expect(await tookBoth(1)).toEqual([true, true]);
  await second(a, b);
  expect(await tookBoth(1)).toEqual([false, false]);
});
