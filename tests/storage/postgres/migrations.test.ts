import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newestOf, postgresFormat } from "#server/storage/formats.ts";
import { migrateDatabase } from "#server/storage/postgres/migrate.ts";
import { startPostgres, type TestPostgres } from "#tests/harness/servers/postgres.ts";

let server: TestPostgres;

beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

async function changed(url: string, statement: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  await sql.unsafe(statement);
  await sql.end();
}

async function versionIn(url: string): Promise<unknown> {
  const sql = postgres(url, { max: 1 });
  const [row] = await sql`SELECT version::int AS version FROM schema_version`;
  await sql.end();
  return row!["version"];
}

test("the first process creates an empty database in the newest format", async () => {
  const url = await server.create();
  await Promise.all([migrateDatabase(url), migrateDatabase(url)]);
  expect(await versionIn(url)).toBe(newestOf(postgresFormat));
});

test("a database of a development or newer version is refused with a message", async () => {
  const url = await server.create();
  await migrateDatabase(url);
  await changed(url, "UPDATE schema_version SET version = 5");
  await expect(migrateDatabase(url)).rejects.toThrow(
    /The database was written by a development version before 0\.2\.0 \(format 5;.*Nothing was changed/,
  );
  expect(await versionIn(url)).toBe(5);
  await changed(url, "UPDATE schema_version SET version = 99");
  await expect(migrateDatabase(url)).rejects.toThrow(
    /The database was written by a newer Spoor \(format 99/,
  );
});
