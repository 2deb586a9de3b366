import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  dailyTables,
  tablesOfDay,
  tablesOfProjects,
  tablesOfUsers,
} from "#server/storage/tables.ts";
import { openPostgresStore } from "#server/storage/postgres/open.ts";
import { startPostgres, type TestPostgres } from "#tests/harness/servers/postgres.ts";

let server: TestPostgres;
let sql: postgres.Sql;

beforeAll(async () => {
  server = await startPostgres();
  const url = await server.create();
  await (await openPostgresStore(url, { process: "tables", connections: 1 })).close();
  sql = postgres(url, { max: 1 });
});
afterAll(async () => {
  await sql.end();
  await server.stop();
});

/** `table.column` of the columns with these names. */
async function columnsNamed(...names: string[]): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    SELECT c.table_name || '.' || c.column_name AS name FROM information_schema.columns c
    JOIN pg_class t ON t.oid = to_regclass(c.table_name) AND NOT t.relispartition
    WHERE c.table_schema = 'public' AND c.column_name = ANY(${names}) ORDER BY 1`;
  return rows.map(({ name }) => name);
}

test("deleting a project deletes its rows from every table", async () => {
  const ofProjects = (await columnsNamed("project_id")).map((name) =>
    name.replace(".project_id", ""),
  );
  const ofLanes = (await columnsNamed("lane")).map((name) => name.replace(".lane", ""));
  expect(new Set([...tablesOfProjects, ...tablesOfDay("project_id")])).toEqual(
    new Set(ofProjects.filter((name) => name !== "audit")),
  );
  expect(new Set(tablesOfDay("lane"))).toEqual(new Set(ofLanes));
  expect(
    dailyTables.filter(
      (name) => ![...tablesOfDay("project_id"), ...tablesOfDay("lane")].includes(name),
    ),
  ).toEqual([]);
});

test("deleting an account clears it everywhere, by foreign key or by statement", async () => {
  const naming = await columnsNamed(
    "user_id",
    "assignee_id",
    "made_by",
    "created_by",
    "invited_by",
    "asked_by",
  );
  const references = await sql<{ name: string }[]>`
    SELECT conrelid::regclass || '.' || a.attname AS name FROM pg_constraint c
    JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY(c.conkey)
    WHERE c.contype = 'f' AND c.confrelid = 'users'::regclass`;
  const cleared = tablesOfUsers.map(({ name, column }) => `${name}.${column}`);
  // Both record past facts, even about deleted accounts.
  const kept = ["audit.user_id", "deletions.asked_by"];
  expect(new Set([...references.map(({ name }) => name), ...cleared, ...kept])).toEqual(
    new Set(naming),
  );
});
