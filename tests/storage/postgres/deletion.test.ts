import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { laneOf } from "#server/storage/postgres/lanes.ts";
import { openPostgresStore } from "#server/storage/postgres/open.ts";
import type { Store } from "#server/storage/store.ts";
import { startPostgres, type TestPostgres } from "#tests/harness/servers/postgres.ts";
import { dayMs, digestSamples, newProject, noon } from "#tests/storage/sample.ts";
import { digestTraces, traceFilter } from "#tests/storage/traces/trace-sample.ts";

let server: TestPostgres;
let url: string;
let sql: postgres.Sql;

beforeAll(async () => {
  server = await startPostgres();
  url = await server.create();
  sql = postgres(url, { max: 1 });
});
afterAll(async () => {
  await sql.end();
  await server.stop();
});

async function withStore<T>(use: (store: Store) => Promise<T>): Promise<T> {
  const store = await openPostgresStore(url, { process: "deletion", connections: 2 });
  return use(store).finally(() => store.close());
}

/** Issues, events, and traces of two days. */
async function fill(store: Store, slug: string) {
  const project = await newProject(store, slug);
  const events = Array.from({ length: 300 }, (_, index) => ({
    issue: `${index % 50}`,
    name: `${slug} ${index}`,
    at: noon + (index % 2) * dayMs + index,
    environment: "production",
    release: "1.0",
    tags: [["browser", "Firefox"]] as [string, string][],
  }));
  await digestSamples(store, project, events);
  const traces = Array.from({ length: 90 }, (_, index) => ({
    trace: `${slug} ${index}`,
    attributes: [`order.id=${index}`],
    at: noon + (index % 2) * dayMs,
  }));
  await digestTraces(store, project.id, traces);
  return project;
}

/** The project's rows by table, without empty ones. */
async function rowsOf(projectId: number): Promise<{ [table: string]: number }> {
  const tables = await sql<{ name: string; key: string }[]>`
    SELECT c.table_name AS name, c.column_name AS key FROM information_schema.columns c
    JOIN pg_class t ON t.oid = to_regclass(c.table_name) AND NOT t.relispartition
    WHERE c.table_schema = 'public' AND c.column_name IN ('project_id', 'lane') ORDER BY 1`;
  const counts: { [table: string]: number } = {};
  for (const { name, key } of tables) {
    const id = key === "lane" ? laneOf(projectId as Parameters<typeof laneOf>[0]) : projectId;
    const [row] = await sql.unsafe(
      `SELECT count(*)::int AS count FROM ${name} WHERE ${key} = ${id}`,
    );
    if (row!["count"] > 0) counts[name] = row!["count"];
  }
  return counts;
}

test("no row names a deleted project, across a restart, and others keep their data", async () => {
  const { goner, stayer } = await withStore(async (store) => {
    const [goner, stayer] = [await fill(store, "goner"), await fill(store, "stayer")];
    await store.deletions.begin(goner.id, { at: noon });
    for (let step = 0; step < 4; step++) await store.deletions.advance(goner.id, noon);
    return { goner, stayer };
  });
  const before = await rowsOf(stayer.id);
  expect(before).toMatchObject({
    issues: 50,
    fingerprints: 50,
    keys: 1,
    events: 300,
    traces: 90,
    writers: 1,
  });
  expect(await rowsOf(goner.id)).toHaveProperty("keys");

  await withStore(async (store) => {
    const isUnderWay = async () =>
      (await store.deletions.advance(goner.id, noon)).endedAt === undefined;
    for (let step = 0; (await isUnderWay()) && step < 100; step++);
    expect((await store.deletions.find(goner.id))!.endedAt).toBe(noon);
    const { filter } = traceFilter(stayer.id);
    expect((await store.traces.list(filter)).rows.length).toBeGreaterThan(0);
  });
  expect(await rowsOf(goner.id)).toEqual({});
  expect(await rowsOf(stayer.id)).toEqual(before);
});
