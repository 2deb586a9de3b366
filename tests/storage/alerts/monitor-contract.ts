import { expect, test } from "vitest";
import type { NewCheckIn } from "#server/domain/monitor/check-in.ts";
import { healthyState } from "#server/domain/monitor/health.ts";
import { type Monitor, monitorDefaults } from "#server/domain/monitor/monitor.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { Store } from "#server/storage/store.ts";
import type { Bench } from "#tests/storage/contract.ts";
import { hourMs, newProject, noon } from "#tests/storage/sample.ts";

const minuteMs = 60_000;

async function newMonitor(store: Store, { id }: Project, slug: string): Promise<Monitor> {
  const schedule = { kind: "crontab" as const, expression: "0 * * * *" };
  const wanted = {
    ...monitorDefaults,
    schedule,
    projectId: id,
    slug,
    name: slug.toUpperCase(),
    createdAt: noon,
  };
  return (await store.monitors.transact((transaction) => transaction.make(wanted)))!;
}

function checkInOf({ id, projectId }: Monitor, more: Partial<NewCheckIn> = {}): NewCheckIn {
  const run = {
    status: "ok" as const,
    at: noon,
    slots: 1,
    unsure: false,
    environment: "production",
  };
  return { projectId, monitorId: id, ...run, ...more };
}

export function monitorContract(bench: Bench): void {
  test("monitors are listed by name and found by a unique slug", async () => {
    const { monitors } = bench.store;
    const [one, two] = [await newProject(bench.store), await newProject(bench.store)];
    for (const slug of ["c", "a", "b"]) await newMonitor(bench.store, one, slug);
    await newMonitor(bench.store, two, "a");
    expect(await newMonitor(bench.store, one, "a")).toBeUndefined();
    const first = await monitors.list({ projectId: one.id, limit: 2 });
    const rest = await monitors.list({ projectId: one.id, limit: 2, cursor: first.next! });
    expect([...first.rows, ...rest.rows].map(({ monitor }) => monitor.slug)).toEqual([
      "a",
      "b",
      "c",
    ]);
    expect(rest.next).toBeUndefined();
    expect((await monitors.list({ projectId: one.id, query: "B", limit: 9 })).rows).toHaveLength(1);
    expect(await monitors.count(one.id)).toBe(3);
    const found = (await monitors.find(one.id, "b"))!;
    expect(found).toMatchObject({ monitor: { name: "B", marginMinutes: 1 }, environments: [] });
    const changed = { ...found.monitor, slug: "a" };
    expect(await monitors.transact((transaction) => transaction.change(changed))).toBe(false);
    expect(
      await monitors.transact((transaction) =>
        transaction.change({ ...changed, slug: "d", pausedAt: noon }),
      ),
    ).toBe(true);
    expect((await monitors.find(one.id, "d"))!.monitor.pausedAt).toBe(noon);
  });

  test("due monitors are found by time, and a transaction is all or nothing", async () => {
    const { monitors } = bench.store;
    const monitor = await newMonitor(bench.store, await newProject(bench.store), "due");
    const environment = {
      monitorId: monitor.id,
      environment: "production",
      health: healthyState,
      lastAt: noon,
      lastStatus: "ok" as const,
    };
    const work = monitors.transact(async (transaction) => {
      await transaction.putEnvironment(
        { ...environment, expectedAt: noon + hourMs },
        noon + hourMs + minuteMs,
      );
      await transaction.addCheckIn(
        checkInOf(monitor, { status: "in_progress", checkInId: "a".repeat(32) }),
        noon + 30 * minuteMs,
      );
      return "done";
    });
    expect(await work).toBe("done");
    expect(await monitors.due(noon + 30 * minuteMs - 1, 10)).toEqual({
      environments: [],
      checkIns: [],
    });
    const { checkIns } = await monitors.due(noon + 30 * minuteMs, 10);
    expect(checkIns).toMatchObject([{ status: "in_progress", unsure: false }]);
    const late = noon + hourMs + minuteMs;
    expect((await monitors.due(late, 10)).environments).toMatchObject([
      { expectedAt: noon + hourMs },
    ]);
    const none = { environments: [], checkIns: [] };
    expect(await monitors.due(late, 10, [monitor.projectId])).toEqual(none);

    await monitors.transact(async (transaction) => {
      await transaction.doubtOpen();
      const run = (await transaction.checkIn({
        monitorId: monitor.id,
        environment: "production",
      }))!;
      expect(run.unsure).toBe(true);
      await transaction.changeCheckIn(
        { ...run, status: "ok", settledAt: noon + 5, durationMs: 5 },
        undefined,
      );
      await transaction.putEnvironment(environment, undefined);
    });
    expect(await monitors.due(noon + 24 * hourMs, 10)).toEqual(none);
    const failing = monitors.transact(async (transaction) => {
      await transaction.remove(monitor.id);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await monitors.find(monitor.projectId, "due")).toBeDefined();
  });

  test("check-ins are paged, counted by step and status, and expire by age", async () => {
    const { monitors } = bench.store;
    const monitor = await newMonitor(bench.store, await newProject(bench.store), "runs");
    await monitors.transact(async (transaction) => {
      for (let each = 0; each < 5; each++)
        await transaction.addCheckIn(
          checkInOf(monitor, { at: noon + each * minuteMs, durationMs: each * 1000 }),
          undefined,
        );
      await transaction.addCheckIn(
        checkInOf(monitor, { status: "unknown", at: noon + hourMs, slots: 7 }),
        undefined,
      );
      await transaction.addCheckIn(
        checkInOf(monitor, { status: "error", at: noon + hourMs, environment: "staging" }),
        undefined,
      );
    });
    const filter = { monitorId: monitor.id, environment: "production", limit: 4 };
    const first = await monitors.checkIns(filter);
    const rest = await monitors.checkIns({ ...filter, cursor: first.next! });
    const times = [...first.rows, ...rest.rows].map(({ at }) => (at - noon) / minuteMs);
    expect([times, rest.next]).toEqual([[60, 4, 3, 2, 1, 0], undefined]);
    expect((await monitors.checkIns({ ...filter, status: "unknown" })).rows).toMatchObject([
      { slots: 7 },
    ]);
    const window = { since: noon, until: noon + 2 * hourMs, stepMs: hourMs };
    expect(await monitors.steps({ ...window, monitorIds: [monitor.id] })).toEqual([
      { monitorId: monitor.id, at: noon, status: "ok", count: 5, meanMs: 2000, maxMs: 4000 },
      { monitorId: monitor.id, at: noon + hourMs, status: "error", count: 1 },
      { monitorId: monitor.id, at: noon + hourMs, status: "unknown", count: 7 },
    ]);
    expect(await monitors.evict(noon + 3 * minuteMs, 2)).toBe(2);
    expect(await monitors.evict(noon + 3 * minuteMs, 2)).toBe(1);
    expect(await monitors.evict(noon + 3 * minuteMs, 2)).toBe(0);
  });

  test("incidents are read in order by an ID that is never reused", async () => {
    const { monitors } = bench.store;
    const project = await newProject(bench.store);
    const monitor = await newMonitor(bench.store, project, "told");
    const add = (what: "missed" | "recovered", at: number) =>
      monitors.transact((transaction) =>
        transaction.addIncident({
          projectId: project.id,
          monitorId: monitor.id,
          environment: "production",
          at,
          what,
        }),
      );
    const before = await monitors.newestIncident();
    await add("missed", noon);
    await add("recovered", noon + 1);
    const log = await monitors.incidentsAfter(before, 10);
    expect(log).toMatchObject([
      { slug: "told", name: "TOLD", what: "missed", at: noon },
      { what: "recovered", environment: "production" },
    ]);
    expect(await monitors.incidentsAfter(before, 1)).toEqual([log[0]]);
    expect(await monitors.incidentsAfter(log[0]!.id, 10)).toEqual([log[1]]);
    expect((await monitors.incidents(monitor.id, 1))[0]).toEqual(log[1]);
    expect(await monitors.recentIncidents(project.id, 9)).toEqual(log.toReversed());
    expect(await monitors.recentIncidents((await newProject(bench.store)).id, 9)).toEqual([]);
    await monitors.transact((transaction) => transaction.remove(monitor.id));
    expect(await monitors.incidentsAfter(before, 10)).toEqual([]);
    expect(await monitors.newestIncident()).toBe(log[1]!.id);
  });

  test("the scheduler's position is stored with its gap", async () => {
    const { monitors } = bench.store;
    const other = await bench.another();
    const watch = { until: noon, gap: { from: noon - hourMs, to: noon } };
    expect(await monitors.transact((transaction) => transaction.watch())).toBeUndefined();
    await monitors.transact((transaction) => transaction.setWatch(watch));
    expect(await other.monitors.transact((transaction) => transaction.watch())).toEqual(watch);
    await monitors.transact((transaction) => transaction.setWatch({ until: noon + 1 }));
    expect(await other.monitors.transact((transaction) => transaction.watch())).toEqual({
      until: noon + 1,
    });
  });
}
