import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import type { Store } from "#server/storage/store.ts";
import { retain } from "#server/jobs/retain.ts";
import { bodyOf, dayMs, digestSamples, eventIdOf, newProject, noon, reread } from "./sample.ts";
import { newFolder, withStore } from "./sqlite-folder.ts";
import { digestTraces } from "./trace-sample.ts";

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
const filesIn = (folder: string) => readdirSync(join(folder, "telemetry")).toSorted();
const databases = (folder: string) => filesIn(folder).filter((name) => name.endsWith(".db"));
const bytesIn = (folder: string) =>
  filesIn(folder).reduce((sum, name) => sum + statSync(join(folder, "telemetry", name)).size, 0);

/** An issue with an event on each of so many days, the last of them that of `noon`. */
async function fillDays(store: Store, days: number, slug = "shop") {
  const project = await newProject(store, slug);
  const samples = Array.from({ length: days }, (_, n) => ({ issue: "a", name: `${slug} ${n}`, at: noon - n * dayMs }));
  const issues = await digestSamples(store, project, samples);
  await digestTraces(
    store,
    project.id,
    samples.map(({ name, at }) => ({ trace: name, at })),
  );
  return { project, issue: issues.get("a")! };
}

const keep = (store: Store) => retain(store, () => noon);
/** Fewer than the usual thirty days: each is a file. */
const limits = { eventDays: 5, rollupDays: 400 };

test("days older than the limit go, whole and with their logs; issues keep their counts, and who reads reads on", async () => {
  const folder = await newFolder();
  await withStore(folder, async (store) => {
    const { project, issue } = await fillDays(store, 9);
    await store.retention.setLimits(limits);
    await withStore(folder, async (reader) => {
      const found = async (n: number) => await reader.events.find(project.id, eventIdOf(`shop ${n}`));
      expect(await found(8)).toBeDefined();
      await keep(store);
      expect(databases(folder).at(0)).toBe(`${dayOf(noon - 5 * dayMs)}.db`);
      expect(databases(folder)).toHaveLength(6);
      expect(filesIn(folder).filter((name) => name.startsWith(dayOf(noon - 6 * dayMs)))).toEqual([]);
      expect(await found(6)).toBeUndefined();
      expect(await found(5)).toBeDefined();
      const now = await reread(reader, issue);
      expect(now.count).toBe(9);
      expect((await reader.events.pick(now, "oldest"))!.title).toBe("shop 5");
      const oldest = (await reader.events.pick(now, "oldest"))!;
      expect(await reader.events.neighbours(now, oldest)).toEqual({ newer: eventIdOf("shop 4") });
    });
    const acts = await store.retention.acts(10);
    expect(acts.map(({ kind, day, events, traces }) => [kind, day, events, traces])).toEqual(
      [6, 7, 8].map((n) => ["age", dayOf(noon - n * dayMs), 1, 1]),
    );
    await keep(store);
    expect(await store.retention.acts(10)).toHaveLength(3);
  });
});

test("beyond a size the oldest days go until it fits, but never today and yesterday", async () => {
  const folder = await newFolder();
  await withStore(folder, async (store) => {
    await fillDays(store, 6);
    await store.retention.measure(noon);
    const days = await store.retention.days();
    const limit = days.slice(2).reduce((sum, { bytes }) => sum + bytes, 0);
    await store.retention.setLimits({ ...limits, telemetryBytes: limit });
    await keep(store);
    expect(databases(folder)).toHaveLength(4);
    await store.retention.setLimits({ ...limits, telemetryBytes: 1 });
    await keep(store);
    expect(databases(folder)).toEqual([dayOf(noon - dayMs), dayOf(noon)].map((day) => `${day}.db`));
  });
});

test("what a crash interrupted is ended: a day that was to go goes, whatever the limits are by then", async () => {
  const folder = await newFolder();
  await withStore(folder, async (store) => void (await fillDays(store, 5)));
  const day = dayOf(noon - 4 * dayMs);
  const database = new DatabaseSync(join(folder, "spoor.db"));
  database.exec(
    `INSERT INTO retention_acts (at, kind, day, bytes, events, traces) VALUES (${noon}, 'size', '${day}', 9, 1, 1)`,
  );
  database.close();
  // And of another, the crash came between two unlinkings.
  writeFileSync(join(folder, "telemetry", "2026-01-01.db-wal"), "left behind");
  await withStore(folder, async (store) => {
    await keep(store);
    expect(databases(folder)).toHaveLength(4);
    expect(existsSync(join(folder, "telemetry", "2026-01-01.db-wal"))).toBe(false);
    expect(await store.retention.acts(9)).toMatchObject([{ kind: "size", day, bytes: 9 }]);
  });
});

test("a day that went is begun anew when a clock was set back, and nothing is written into the old file", async () => {
  const folder = await newFolder();
  await withStore(folder, async (writer) => {
    const { project } = await fillDays(writer, 8);
    await writer.retention.setLimits(limits);
    await withStore(folder, (another) => keep(another));
    await digestSamples(writer, project, [{ issue: "a", name: "late", at: noon - 7 * dayMs }]);
    await withStore(folder, async (reader) => {
      expect((await reader.events.find(project.id, eventIdOf("late")))!.body).toBe(bodyOf("late"));
    });
  });
});

/** Bodies that do not compress, so that sizes tell what is kept. */
async function fillIssue(store: Store, events: number) {
  const project = await newProject(store, "heavy");
  for (const at of [noon - 3 * dayMs, noon]) {
    const samples = Array.from({ length: events }, (_, n) => ({
      ...{ issue: `${n % 3}`, name: `${at} ${n}`, at: at + n, richness: n === 60 ? 9 : 1 },
      tags: [["noise", randomBytes(90).toString("base64")]] as [string, string][],
    }));
    await digestSamples(store, project, samples);
  }
  return project;
}

test("near a size limit, an old day is thinned by worth: first, last, richest and a share stay, and the file shrinks", async () => {
  const folder = await newFolder();
  await withStore(folder, async (store) => {
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
    for (let n = 0; n < 3; n++) {
      const issue = (await store.issues.find(project.id, { number: n + 1 }))!;
      expect(issue.count).toBe(2_000);
      const ofDay = { ...issue, lastSeen: noon - 3 * dayMs + 5_000 };
      const titles = (await store.events.list({ issue: ofDay, limit: 2_000 })).rows
        .map(({ title }) => Number(title.split(" ")[1]))
        .toSorted((a, b) => a - b);
      expect([titles[0], titles.at(-1)]).toEqual([n, 2_997 + n]);
      const last = (await store.events.pick(ofDay, "latest"))!;
      expect(last.body).toBe(bodyOf(last.title));
    }
    const ledger = await store.ledger.read(project.id, 0);
    expect(ledger.filter(({ outcome }) => outcome === "thinned")).toMatchObject([
      { category: "error", reason: "size limit", quantity: 3_000 - old!.events },
    ]);
    await keep(store);
    expect((await store.retention.acts(9)).map(({ kind }) => kind)).toEqual(["thinned"]);
  });
});

test("a project may keep its events for shorter: the others' stay, and the room comes back", async () => {
  const folder = await newFolder();
  await withStore(folder, async (store) => {
    const heavy = await fillIssue(store, 2_000);
    const { project: light } = await fillDays(store, 4, "light");
    await keep(store);
    const before = bytesIn(folder);
    await store.projects.changeSettings(heavy.id, { retention: { eventDays: 2 } });
    await keep(store);
    const [old] = await store.retention.days();
    expect(old).toMatchObject({ day: dayOf(noon - 3 * dayMs), events: 1, traces: 1 });
    expect(bytesIn(folder)).toBeLessThan(before * 0.7);
    expect(await store.events.find(light.id, eventIdOf("light 3"))).toBeDefined();
    expect(await store.events.find(heavy.id, eventIdOf(`${noon} 1`))).toBeDefined();
    const shares = await store.retention.shares();
    expect(shares.find(({ projectId }) => projectId === heavy.id)).toMatchObject({ events: 2_000 });
  });
});

test("spoor.db gives back what is free in it", async () => {
  const folder = await newFolder();
  const main = () => statSync(join(folder, "spoor.db")).size;
  await withStore(
    folder,
    async (store) => {
      const project = await newProject(store);
      const hours = Array.from({ length: 120_000 }, (_, n) => ({
        ...{ projectId: project.id, hour: noon - n * 3_600_000, outcome: "kept" as const, category: "error" },
        ...{ reason: "a reason that takes some room in the row", quantity: 1 },
      }));
      await store.ledger.add(hours);
      const before = main();
      const isThere = { hours: noon, days: noon };
      while (await store.retention.evictCounters(isThere));
      while (await store.retention.reclaim(noon));
      // A checkpoint is what shortens the file.
      await store.ledger.add([{ ...hours[0]!, quantity: 2 }]);
      expect(before).toBeGreaterThan(16_000_000);
      return before;
    },
    { recover: true },
  ).then((before) => expect(main()).toBeLessThan(before * 0.8));
});
