import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { appliedUpTo } from "#server/storage/layout/applied-migrations.ts";
import { migrateDatabase } from "#server/storage/postgres/migrate.ts";
import { chain } from "#server/storage/postgres/migrations/chain.ts";
import { startPostgres, type TestPostgres } from "#tests/harness/postgres.ts";

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

async function recordedIn(url: string): Promise<unknown[]> {
  const sql = postgres(url, { max: 1 });
  const rows = await sql`SELECT version::int AS version, checksum FROM schema_migrations ORDER BY version`;
  await sql.end();
  return [...rows];
}

test("each migration is recorded with its checksum; another edition of one is refused", async () => {
  const url = await server.create();
  await migrateDatabase(url);
  await migrateDatabase(url);
  expect(await recordedIn(url)).toEqual(appliedUpTo(chain, chain.length));
  await changed(url, "UPDATE schema_migrations SET checksum = 'another' WHERE version = 1");
  await expect(migrateDatabase(url)).rejects.toThrow(
    /The database was upgraded by another edition of migration 1.*Nothing was changed/,
  );
});

test("a database without records is recorded when it has all tables, and refused when one is missing", async () => {
  const url = await server.create();
  await migrateDatabase(url);
  await changed(url, "DROP TABLE schema_migrations");
  await migrateDatabase(url);
  expect(await recordedIn(url)).toEqual(appliedUpTo(chain, chain.length));
  await changed(url, "DROP TABLE schema_migrations; DROP TABLE shares");
  await expect(migrateDatabase(url)).rejects.toThrow(/format \d+, but shares\.\w+.* is not there.*Nothing was changed/);
  await expect(recordedIn(url)).rejects.toThrow(/schema_migrations/);
});
