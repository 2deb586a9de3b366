import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dailyTables } from "#server/storage/postgres/daily-tables.ts";
import { openPostgresStore } from "#server/storage/postgres/open.ts";
import type { Store } from "#server/storage/store.ts";
import { startPostgres, type TestPostgres } from "#tests/harness/postgres.ts";
import { dayMs, digestSamples, newProject, noon } from "./sample.ts";

let server: TestPostgres;
let store: Store;
let sql: postgres.Sql;

beforeAll(async () => {
  server = await startPostgres();
  const url = await server.create();
  store = await openPostgresStore(url, { process: "days", connections: 2 });
  sql = postgres(url, { max: 1 });
});
afterAll(async () => {
  await sql.end();
  await store.close();
  await server.stop();
});

const partitions = async () =>
  (await sql`SELECT count(*)::int AS n FROM pg_class WHERE relispartition AND relkind = 'r'`)[0]!["n"] as number;

test("a week is made ahead and shows nowhere; a day that brought nothing goes again", async () => {
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
  expect(await partitions(), "the day with an event, and eight from then on").toBe(9 * dailyTables.length);
});
