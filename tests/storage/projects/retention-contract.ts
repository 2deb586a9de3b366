import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { defaultLimits } from "#server/domain/retention/limits.ts";
import { retain } from "#server/jobs/retain.ts";
import type { Store } from "#server/storage/store.ts";
import type { Bench } from "#tests/storage/contract.ts";
import {
  bodyOf,
  dayMs,
  digestSamples,
  eventIdOf,
  newProject,
  noon,
  reread,
} from "#tests/storage/sample.ts";
import { digestTraces } from "#tests/storage/traces/trace-sample.ts";

export const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** An issue with an event on each of that many days up to `noon`. */
export async function fillDays(store: Store, days: number, slug = "shop") {
  const project = await newProject(store, slug);
  const samples = Array.from({ length: days }, (_, n) => ({
    issue: "a",
    name: `${slug} ${n}`,
    at: noon - n * dayMs,
  }));
  const issues = await digestSamples(store, project, samples);
  await digestTraces(
    store,
    project.id,
    samples.map(({ name, at }) => ({ trace: name, at })),
  );
  return { project, issue: issues.get("a")! };
}

/** Incompressible tags, so that sizes depend on the number of stored events. */
export async function fillIssue(store: Store, events: number) {
  const project = await newProject(store, "heavy");
  for (const at of [noon - 3 * dayMs, noon]) {
    const samples = Array.from({ length: events }, (_, n) => ({
      issue: `${n % 3}`,
      name: `${at} ${n}`,
      at: at + n,
      richness: n === 60 ? 9 : 1,
      tags: [["noise", randomBytes(90).toString("base64")]] as [string, string][],
    }));
    await digestSamples(store, project, samples);
  }
  return project;
}

export const keep = (store: Store) => retain(store, () => noon);
/** Less than the default thirty days. */
export const limits = { ...defaultLimits, eventDays: 5 };

export function retentionContract(bench: Bench): void {
  const keptDays = async () => (await bench.store.retention.days()).map(({ day }) => day);

  test("days beyond retention are deleted; issues keep their counts, and the deletion is recorded", async () => {
    const { store } = bench;
    const { project, issue } = await fillDays(store, 9);
    await store.retention.setLimits(limits);
    const reader = await bench.another();
    const found = async (n: number) => await reader.events.find(project.id, eventIdOf(`shop ${n}`));
    expect(await found(8)).toBeDefined();
    await keep(store);
    expect(await keptDays()).toEqual([5, 4, 3, 2, 1, 0].map((n) => dayOf(noon - n * dayMs)));
    expect(await found(6)).toBeUndefined();
    expect(await found(5)).toBeDefined();
    const now = await reread(reader, issue);
    expect(now.count).toBe(9);
    const oldest = (await reader.events.pick(now, "oldest"))!;
    expect(oldest.title).toBe("shop 5");
    expect(await reader.events.neighbors(now, oldest)).toEqual({ newer: eventIdOf("shop 4") });
    const acts = await store.retention.acts(10);
    expect(acts.map(({ kind, day, events, traces }) => [kind, day, events, traces])).toEqual(
      [6, 7, 8].map((n) => ["age", dayOf(noon - n * dayMs), 1, 1]),
    );
    await keep(store);
    expect(await store.retention.acts(10)).toHaveLength(3);
  });

  test("beyond a size limit, the oldest days are deleted, but never today and yesterday", async () => {
    const { store } = bench;
    await fillDays(store, 6);
    await store.retention.measure(noon);
    const days = await store.retention.days();
    const limit = days.slice(2).reduce((sum, { bytes }) => sum + bytes, 0);
    await store.retention.setLimits({ ...limits, telemetryBytes: limit });
    await keep(store);
    expect(await keptDays()).toHaveLength(4);
    await store.retention.setLimits({ ...limits, telemetryBytes: 1 });
    await keep(store);
    expect(await keptDays()).toEqual([dayOf(noon - dayMs), dayOf(noon)]);
  });

  test("late data recreates a day that another process dropped", async () => {
    const { store } = bench;
    const { project } = await fillDays(store, 8);
    await store.retention.setLimits(limits);
    await keep(await bench.another());
    await digestSamples(store, project, [{ issue: "a", name: "late", at: noon - 7 * dayMs }]);
    const reader = await bench.another();
    expect((await reader.events.find(project.id, eventIdOf("late")))!.body).toBe(bodyOf("late"));
  });

  test("near a size limit, old days keep notable events and a sample", async () => {
    const { store } = bench;
    const project = await fillIssue(store, 3_000);
    await store.retention.measure(noon);
    const before = await store.retention.days();
    const whole = before.reduce((sum, { bytes }) => sum + bytes, 0);
    await store.retention.setLimits({ ...limits, telemetryBytes: Math.ceil(whole * 1.02) });
    await keep(store);
    const [old, today] = await store.retention.days();
    expect(old).toMatchObject({ day: dayOf(noon - 3 * dayMs), thinned: true });
    expect(old!.events).toBeGreaterThan(200);
    expect(old!.events).toBeLessThan(420);
    expect(today).toMatchObject({ thinned: false, events: 3_000 });
    expect(old!.bytes).toBeLessThan(before[0]!.bytes / 2);
    const issue = (await store.issues.find(project.id, { number: 2 }))!;
    expect(issue.count).toBe(2_000);
    const ofDay = { ...issue, lastSeen: noon - 3 * dayMs + 5_000 };
    const titles = (await store.events.list({ issue: ofDay, limit: 2_000 })).rows.map(({ title }) =>
      Number(title.split(" ")[1]),
    );
    expect([titles.at(-1), titles[0]]).toEqual([1, 2_998]);
    const last = (await store.events.pick(ofDay, "latest"))!;
    expect(last.body).toBe(bodyOf(last.title));
    expect(await store.events.notKept(issue)).toBe(issue.count - 1_000 - titles.length);
    const outcomes = await store.outcomes.read(project.id, 0);
    expect(outcomes.filter(({ outcome }) => outcome === "thinned")).toMatchObject([
      { category: "error", reason: "size limit", quantity: 3_000 - old!.events },
    ]);
    await keep(store);
    expect((await store.retention.acts(9)).map(({ kind }) => kind)).toEqual(["thinned"]);
  });

  test("a project with a shorter retention loses only its own events and counts", async () => {
    const { store } = bench;
    const heavy = await fillIssue(store, 500);
    const { project: light } = await fillDays(store, 4, "light");
    await keep(store);
    await store.projects.changeSettings(heavy.id, { retention: { eventDays: 2 } });
    await keep(store);
    const [old] = await store.retention.days();
    expect(old).toMatchObject({ day: dayOf(noon - 3 * dayMs), events: 1, traces: 1 });
    expect(await store.events.find(light.id, eventIdOf("light 3"))).toBeDefined();
    expect(await store.events.find(heavy.id, eventIdOf(`${noon} 1`))).toBeDefined();
    const shares = await store.retention.shares();
    expect(shares.find(({ projectId }) => projectId === heavy.id)).toMatchObject({
      events: 500,
      traces: 0,
    });
  });

  test("old counters of projects and issues are deleted, and no others", async () => {
    const { store } = bench;
    const { project, issue } = await fillDays(store, 4);
    const entry = {
      projectId: project.id,
      outcome: "kept",
      category: "error",
      reason: "",
      quantity: 1,
    } as const;
    await store.outcomes.add([0, 3].map((n) => ({ ...entry, hour: noon - n * dayMs })));
    const before = noon - 2 * dayMs;
    while (await store.retention.evictCounters({ hours: before, days: before, late: before }));
    expect((await store.outcomes.read(project.id, 0)).map(({ hour }) => hour)).toEqual([noon]);
    const window = { until: noon, buckets: 96, unit: "hour" } as const;
    const trend = (await store.issues.trends(project.id, [issue.id], window)).get(issue.id)!;
    expect(trend.reduce((sum, count) => sum + count, 0)).toBe(3);
  });
}
