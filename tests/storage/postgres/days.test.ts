import { setTimeout } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { dailyTables } from "#server/storage/tables.ts";
import { openPostgresStore } from "#server/storage/postgres/open.ts";
import type { Store } from "#server/storage/store.ts";
import { startPostgres, type TestPostgres } from "#tests/harness/servers/postgres.ts";
import { dayOf } from "#tests/storage/projects/retention-contract.ts";
import { dayMs, digestSamples, newProject, noon } from "#tests/storage/sample.ts";
import {
  digestTraces,
  termsOf,
  traceFilter,
  traceIdOf,
} from "#tests/storage/traces/trace-sample.ts";

let server: TestPostgres;
let url: string;
let store: Store;
let sql: postgres.Sql;

beforeAll(async () => {
  server = await startPostgres();
  url = await server.create();
  store = await openPostgresStore(url, { process: "days", connections: 2 });
  sql = postgres(url, { max: 1 });
});
afterAll(async () => {
  await sql.end();
  await store.close();
  await server.stop();
});

beforeEach(async () => {
  await server.reset(url);
});

const partitions = async () =>
  (await sql`SELECT count(*)::int AS n FROM pg_class WHERE relispartition AND relkind = 'r'`)[0]![
    "n"
  ] as number;

test("partitions for a week are created ahead, hidden, and dropped if unused", async () => {
  const kept = async () => (await store.retention.days()).map(({ day }) => day);
  await store.retention.prepare(noon);
  expect(await partitions()).toBe(8 * dailyTables.length);
  await store.retention.prepare(noon);
  expect(await partitions(), "made once").toBe(8 * dailyTables.length);
  expect(await kept(), "nothing was written to any of them").toEqual([]);

  const project = await newProject(store, "shop");
  await digestSamples(store, project, [{ issue: "a", name: "one", at: noon + dayMs }]);
  const tomorrow = new Date(noon + dayMs).toISOString().slice(0, 10);
  expect(await kept()).toEqual([tomorrow]);

  await store.retention.prepare(noon + 3 * dayMs);
  expect(await kept(), "what was written to stays").toEqual([tomorrow]);
  expect(await partitions(), "the day with an event, and eight from then on").toBe(
    9 * dailyTables.length,
  );
});

test("a partition that a late batch uses just before it is dropped stays", async () => {
  const project = await newProject(store, "shop");
  await store.retention.prepare(noon);
  const batch = await sql.reserve();
  await batch`BEGIN`;
  await batch`SELECT FROM writers WHERE project_id = ${project.id} FOR UPDATE`;
  const removing = store.retention.prepare(noon + dayMs);
  await setTimeout(200);
  await batch`UPDATE telemetry_partitions SET used = 1 WHERE day = '2026-11-21'`;
  await batch`COMMIT`;
  batch.release();
  await removing;
  expect(await sql`SELECT to_regclass('events_20261121') IS NOT NULL AS stays`).toEqual([
    { stays: true },
  ]);
});

test("late data for a day being dropped is not taken for its earlier data", async () => {
  const project = await newProject(store, "shop");
  const sample = (trace: string) => ({ trace, attributes: ["plan=pro"], name: "GET /" });
  await digestTraces(store, project.id, [sample("before")]);
  // A transaction that blocks the last step.
  const reader = await sql.reserve();
  await reader`BEGIN`;
  await reader`LOCK TABLE trace_keys IN SHARE MODE`;
  const dropping = store.retention.drop({ day: dayOf(noon), why: "age" }, noon);
  await setTimeout(200);
  const digesting = digestTraces(store, project.id, [sample("late")]);
  await setTimeout(200);
  await reader`COMMIT`;
  reader.release();
  await Promise.all([dropping, digesting]);
  const { rows } = await store.traces.list(
    traceFilter(project.id, { terms: termsOf("plan=pro") }).filter,
  );
  expect(rows.map(({ traceId }) => traceId)).toEqual([traceIdOf("late")]);
});
