import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import type { Store } from "#server/storage/store.ts";
import { dayMs, digestSamples, newProject, noon } from "#tests/storage/sample.ts";
import { newFolder, withStore } from "./folder.ts";
import { digestTraces, traceFilter } from "#tests/storage/traces/trace-sample.ts";

/** Issues, events, and traces of two days. */
async function fill(store: Store, slug: string) {
  const project = await newProject(store, slug);
  const events = Array.from({ length: 500 }, (_, index) => ({
    issue: `${index % 50}`,
    name: `${slug} ${index}`,
    at: noon + (index % 2) * dayMs + index,
    environment: "production",
    release: "1.0",
  }));
  await digestSamples(store, project, events);
  const traces = Array.from({ length: 450 }, (_, index) => ({
    trace: `${slug} ${index}`,
    attributes: [`order.id=${index}`],
    at: noon + (index % 2) * dayMs,
  }));
  await digestTraces(store, project.id, traces);
  return project;
}

/** Rows of this project in every table of a file that names projects. */
function rowsOf(path: string, projectId: number): { [table: string]: number } {
  using database = new DatabaseSync(path, { readOnly: true });
  const tables = database
    .prepare(
      `SELECT t.name FROM pragma_table_list AS t JOIN pragma_table_info(t.name) AS c
        WHERE t.schema = 'main' AND t.type = 'table' AND c.name = 'project_id'`,
    )
    .all() as { name: string }[];
  const count = (sql: string) => (database.prepare(sql).get() as { count: number }).count;
  const counts = tables.map(({ name }): [string, number] => [
    name,
    count(`SELECT count(*) AS count FROM ${name} WHERE project_id = ${projectId}`),
  ]);
  return Object.fromEntries(counts.filter(([, rows]) => rows > 0));
}

function countIn(path: string, sql: string): number {
  using database = new DatabaseSync(path, { readOnly: true });
  return (database.prepare(sql).get() as { count: number }).count;
}

test("no file names a deleted project, across a restart, and others keep their data", async () => {
  const folder = await newFolder();
  const files = () => readdirSync(join(folder, "telemetry")).filter((name) => name.endsWith(".db"));
  const paths = () => [
    join(folder, "spoor.db"),
    ...files().map((name) => join(folder, "telemetry", name)),
  ];
  const { goner, stayer } = await withStore(folder, async (store) => {
    const [goner, stayer] = [await fill(store, "goner"), await fill(store, "stayer")];
    await store.deletions.begin(goner.id, { at: noon });
    for (let step = 0; step < 5; step++) await store.deletions.advance(goner.id, noon);
    return { goner, stayer };
  });
  const before = paths().map((path) => rowsOf(path, stayer.id));
  expect(before[0]).toMatchObject({ issues: 50, fingerprints: 50, keys: 1 });
  const packsBefore = countIn(paths()[1]!, "SELECT count(*) AS count FROM packs");

  await withStore(folder, async (store) => {
    const isUnderWay = async () =>
      (await store.deletions.advance(goner.id, noon)).endedAt === undefined;
    for (let step = 0; (await isUnderWay()) && step < 500; step++);
    expect((await store.deletions.find(goner.id))!.endedAt).toBe(noon);
    const { filter } = traceFilter(stayer.id);
    expect((await store.traces.list(filter)).rows.length).toBeGreaterThan(0);
    const { rows } = await store.issues.list({
      projectId: stayer.id,
      query: { states: [], levels: [], words: [] },
      sort: "last-seen",
      limit: 100,
    });
    expect(rows).toHaveLength(50);
    for (const issue of rows)
      expect((await store.events.pick(issue, "oldest"))?.body).toContain("stayer");
  });
  expect(paths().map((path) => rowsOf(path, goner.id))).toEqual(paths().map(() => ({})));
  expect(paths().map((path) => rowsOf(path, stayer.id))).toEqual(before);
  expect(countIn(paths()[0]!, "SELECT count(*) AS count FROM issue_tags")).toBe(
    countIn(
      paths()[0]!,
      "SELECT count(*) AS count FROM issue_tags WHERE issue_id IN (SELECT id FROM issues)",
    ),
  );
  expect(countIn(paths()[1]!, "SELECT count(*) AS count FROM packs")).toBeLessThan(packsBefore);
});
