import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import {
  dayOf,
  fillDays,
  fillIssue,
  keep,
  limits,
} from "#tests/storage/projects/retention-contract.ts";
import { dayMs, eventIdOf, newProject, noon, reread } from "#tests/storage/sample.ts";
import { newFolder, withStore } from "./folder.ts";

const filesIn = (folder: string) => readdirSync(join(folder, "telemetry")).toSorted();
const databases = (folder: string) => filesIn(folder).filter((name) => name.endsWith(".db"));
const bytesIn = (folder: string) =>
  filesIn(folder).reduce((sum, name) => sum + statSync(join(folder, "telemetry", name)).size, 0);

test("expired days are deleted with their logs while readers continue; issues keep counts", async () => {
  const folder = await newFolder();
  await withStore(folder, async (store) => {
    const { project, issue } = await fillDays(store, 9);
    await store.retention.setLimits(limits);
    await withStore(folder, async (reader) => {
      const found = async (n: number) =>
        await reader.events.find(project.id, eventIdOf(`shop ${n}`));
      expect(await found(8)).toBeDefined();
      await keep(store);
      expect(databases(folder).at(0)).toBe(`${dayOf(noon - 5 * dayMs)}.db`);
      expect(databases(folder)).toHaveLength(6);
      expect(filesIn(folder).filter((name) => name.startsWith(dayOf(noon - 6 * dayMs)))).toEqual(
        [],
      );
      expect(await found(6)).toBeUndefined();
      expect(await found(5)).toBeDefined();
      const now = await reread(reader, issue);
      expect(now.count).toBe(9);
      expect((await reader.events.pick(now, "oldest"))!.title).toBe("shop 5");
      const oldest = (await reader.events.pick(now, "oldest"))!;
      expect(await reader.events.neighbors(now, oldest)).toEqual({ newer: eventIdOf("shop 4") });
    });
    const acts = await store.retention.acts(10);
    expect(acts.map(({ kind, day, events, traces }) => [kind, day, events, traces])).toEqual(
      [6, 7, 8].map((n) => ["age", dayOf(noon - n * dayMs), 1, 1]),
    );
    await keep(store);
    expect(await store.retention.acts(10)).toHaveLength(3);
  });
});

test("an interrupted deletion of a day is completed, whatever the limits are then", async () => {
  const folder = await newFolder();
  await withStore(folder, async (store) => void (await fillDays(store, 5)));
  const day = dayOf(noon - 4 * dayMs);
  const database = new DatabaseSync(join(folder, "spoor.db"));
  database.exec(
    `INSERT INTO retention_acts (at, kind, day, bytes, events, traces) VALUES (${noon}, 'size', '${day}', 9, 1, 1)`,
  );
  database.close();
  // A crash between two unlinks of another day.
  writeFileSync(join(folder, "telemetry", "2026-01-01.db-wal"), "left behind");
  await withStore(folder, async (store) => {
    await keep(store);
    expect(databases(folder)).toHaveLength(4);
    expect(existsSync(join(folder, "telemetry", "2026-01-01.db-wal"))).toBe(false);
    expect(await store.retention.acts(9)).toMatchObject([{ kind: "size", day, bytes: 9 }]);
  });
});

test("a project with a shorter retention loses only its events, and space is freed", async () => {
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

test("spoor.db returns its free space", async () => {
  const folder = await newFolder();
  const main = () => statSync(join(folder, "spoor.db")).size;
  await withStore(
    folder,
    async (store) => {
      const project = await newProject(store);
      const hours = Array.from({ length: 120_000 }, (_, n) => ({
        projectId: project.id,
        hour: noon - n * 3_600_000,
        outcome: "kept" as const,
        category: "error",
        reason: "a reason that takes some room in the row",
        quantity: 1,
      }));
      await store.outcomes.add(hours);
      const before = main();
      const isThere = { hours: noon, days: noon, late: noon };
      while (await store.retention.evictCounters(isThere));
      while (await store.retention.reclaim(noon));
      // A checkpoint truncates the file.
      await store.outcomes.add([{ ...hours[0]!, quantity: 2 }]);
      expect(before).toBeGreaterThan(16_000_000);
      return before;
    },
    { recover: true },
  ).then((before) => expect(main()).toBeLessThan(before * 0.8));
});
