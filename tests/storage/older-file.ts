import { rm } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { migrate } from "#server/storage/sqlite/migrate.ts";
import type { Chain } from "#server/storage/sqlite/migrations/chain.ts";

/**
 * Rewrites a file as an older version would have left it: the schema of that version, and in it the rows of every table
 * and column that it had. What only later versions know is gone.
 */
export async function makeOlder(path: string, chain: Chain, version: number): Promise<void> {
  const newer = `${path}-newer`;
  {
    using database = new DatabaseSync(path);
    database.exec(`PRAGMA wal_checkpoint(TRUNCATE); VACUUM INTO '${newer}'`);
  }
  for (const suffix of ["", "-wal", "-shm"]) await rm(path + suffix, { force: true });
  using older = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  older.exec("PRAGMA journal_mode = WAL");
  migrate(older, chain.slice(0, version), path);
  older.exec(`ATTACH '${newer}' AS newer; BEGIN`);
  const triggers = schemaOf(older, "main", "trigger");
  for (const { name } of triggers) older.exec(`DROP TRIGGER ${name}`);
  using empty = new DatabaseSync(":memory:");
  migrate(empty, chain, path);
  // A later upgrade makes rows of its own in some tables: it will.
  const isMadeLater = (table: string) => countIn(empty, table) > countIn(older, `main.${table}`);
  for (const { name } of rowTables(older)) if (!isMadeLater(name)) copyRows(older, name);
  for (const { sql } of triggers) older.exec(sql);
  older.exec("COMMIT; DETACH newer");
  await rm(newer);
}

type SchemaRow = { name: string; sql: string };

function schemaOf(database: DatabaseSync, schema: string, type: string): SchemaRow[] {
  const all = `SELECT name, sql FROM ${schema}.sqlite_schema WHERE type = ? AND sql IS NOT NULL`;
  return database.prepare(all).all(type) as SchemaRow[];
}

/** Tables that both have; those beneath a full-text index are its own business. */
function rowTables(database: DatabaseSync): SchemaRow[] {
  const inNewer = new Set(schemaOf(database, "newer", "table").map(({ name }) => name));
  const isPlain = ({ name, sql }: SchemaRow) => !sql.startsWith("CREATE VIRTUAL") && !name.startsWith("issue_word");
  return schemaOf(database, "main", "table").filter((table) => inNewer.has(table.name) && isPlain(table));
}

const countIn = (database: DatabaseSync, table: string) =>
  Number(database.prepare(`SELECT count(*) AS rows FROM ${table}`).get()!.rows);

function copyRows(database: DatabaseSync, table: string): void {
  const inNewer = new Set(columnsOf(database, "newer", table));
  const columns = columnsOf(database, "main", table).filter((column) => inNewer.has(column));
  const list = columns.map((column) => `"${column}"`).join(", ");
  database.exec(`DELETE FROM main.${table}; INSERT INTO main.${table} (${list}) SELECT ${list} FROM newer.${table}`);
  if (table === "issues") database.exec("INSERT INTO issue_words (rowid, words) SELECT id, words FROM issues");
}

const columnsOf = (database: DatabaseSync, schema: string, table: string) =>
  (database.prepare(`PRAGMA ${schema}.table_info(${table})`).all() as { name: string }[]).map(({ name }) => name);
