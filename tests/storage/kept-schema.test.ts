import { execFileSync } from "node:child_process";
import { createReadStream, globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createZstdDecompress, zstdDecompressSync } from "node:zlib";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { restoreBackup } from "#server/backup/restore-backup.ts";
import { migrateDatabase } from "#server/storage/postgres/migrate.ts";
import { formatOf } from "#server/storage/sqlite/inspect-file.ts";
import { appliedTable, migrate } from "#server/storage/sqlite/migrate.ts";
import { startPostgres, type TestPostgres } from "#tests/harness/servers/postgres.ts";
import { postgresProgram } from "../set-up.js";
import { newFolder } from "#tests/storage/sqlite/folder.ts";

// New installations use today's tables, older ones migrate; both must have the same schema.

const kept = join(import.meta.dirname, "../kept-releases");
const releases = globSync("*.tar.zst", { cwd: kept }).map((file) => file.replace(".tar.zst", ""));

/** Tables, indexes, triggers, and views with their statements, without quotes and spaces. */
function objectsIn(database: DatabaseSync): { [name: string]: string } {
  const rows = database
    .prepare(
      `SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' AND name <> '${appliedTable}'
        AND name NOT IN (SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'shadow') ORDER BY name`,
    )
    .all() as { name: string; sql: string }[];
  return Object.fromEntries(
    rows.map(({ name, sql }) => [name, sql.replaceAll(/--[^\n]*|["\s]/g, "")]),
  );
}

test.each(releases)(
  "upgraded files of a data folder of %s have the tables of new ones",
  async (release) => {
    const dataFolder = await newFolder();
    const backup = createReadStream(join(kept, `${release}.tar.zst`)).pipe(createZstdDecompress());
    await restoreBackup(backup, { dataFolder, force: false, now: Date.now });
    const files = globSync(["*.db", "telemetry/*.db"], { cwd: dataFolder });
    expect(files.length).toBeGreaterThan(2);
    for (const file of files) {
      using old = new DatabaseSync(join(dataFolder, file));
      migrate(old, formatOf(file), file);
      using made = new DatabaseSync(":memory:");
      migrate(made, formatOf(file), file);
      expect(objectsIn(old), file).toEqual(objectsIn(made));
    }
  },
);

let server: TestPostgres;
beforeAll(async () => void (server = await startPostgres()));
afterAll(() => server.stop());

/**
 * Columns, indexes, and constraints as PostgreSQL describes them; daily partitions follow their
 * tables.
 */
async function describe(url: string): Promise<string[]> {
  const sql = postgres(url, { max: 1 });
  const rows = await sql<{ line: string }[]>`
    WITH tables AS (SELECT c.oid, c.relname AS name, c.relpersistence, c.reloptions, pg_get_partkeydef(c.oid) AS split
      FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition)
    SELECT concat_ws(' ', name, relpersistence, reloptions, split) AS line FROM tables
    UNION ALL SELECT concat_ws(' ', t.name, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity,
        a.attstorage, a.attcollation::regcollation, pg_get_expr(d.adbin, d.adrelid))
      FROM tables t JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
        LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    UNION ALL SELECT pg_get_indexdef(i.indexrelid) FROM tables t JOIN pg_index i ON i.indrelid = t.oid
    UNION ALL SELECT concat_ws(' ', t.name, pg_get_constraintdef(c.oid)) FROM tables t JOIN pg_constraint c ON c.conrelid = t.oid
    UNION ALL SELECT 'extension ' || extname FROM pg_extension`;
  await sql.end();
  // PostgreSQL generates these names from those of table and columns.
  return rows
    .map(({ line }) => line.replace(/(?<=INDEX )\w+_(?:key|pkey)\d*(?= ON)/, ""))
    .toSorted();
}

test.each(releases)("an upgraded database of %s has the tables of a new one", async (release) => {
  const [old, made] = [await server.create(), await server.create()];
  const input = zstdDecompressSync(await readFile(join(kept, `${release}-postgres.sql.zst`)));
  execFileSync(postgresProgram("psql"), ["--quiet", "--set=ON_ERROR_STOP=1", old], {
    input,
    stdio: "pipe",
  });
  await migrateDatabase(old);
  await migrateDatabase(made);
  const lines = await describe(made);
  expect(lines.length).toBeGreaterThan(700);
  expect(await describe(old)).toEqual(lines);
});
