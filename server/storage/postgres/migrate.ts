import { connectDatabase, type Database, type Query } from "./database.ts";
import { distributeTables } from "./distribute.ts";
import { chain } from "./migrations/chain.ts";

/** Any number that nobody else uses: processes that start together wait for each other here. */
const lockNumber = 5_077_617;

/**
 * Brings the database up to the last version, in one transaction: either all of it or nothing. Throws with a sentence for people
 * when the database was written by a newer program.
 */
export async function migrate(database: Database): Promise<void> {
  if ((await versionOf(database.query)) === chain.length) return;
  await database.transaction(async (query) => {
    await query("SELECT pg_advisory_xact_lock($1)", lockNumber);
    await query(
      `CREATE TABLE IF NOT EXISTS schema_version (one bigint PRIMARY KEY CHECK (one = 1), version bigint NOT NULL)`,
    );
    for (const sql of chain.slice(await versionOf(query))) {
      for (const statement of statementsOf(sql)) await query(statement);
    }
    await query(
      "INSERT INTO schema_version VALUES (1, $1) ON CONFLICT (one) DO UPDATE SET version = excluded.version",
      chain.length,
    );
    await distributeTables(query);
  });
}

/** The same by itself; on a cluster, tables that are not split yet are. Returns how many were. */
export async function migrateDatabase(url: string): Promise<{ split: number }> {
  const database = connectDatabase(url, 1);
  try {
    await migrate(database);
    return { split: await database.transaction(distributeTables) };
  } finally {
    await database.close();
  }
}

async function versionOf(query: Query): Promise<number> {
  const [table] = await query<{ is_there: boolean }>("SELECT to_regclass('schema_version') IS NOT NULL AS is_there");
  if (!table!.is_there) return 0;
  const [row] = await query<{ version: number }>("SELECT version FROM schema_version");
  const version = row?.version ?? 0;
  if (version <= chain.length) return version;
  throw new Error(
    `The database was written by a newer Spoor (format ${version}; this one knows up to ${chain.length}). ` +
      "Start the newer version, or restore a backup that was made before the upgrade.",
  );
}

/** Each is sent by itself: a prepared text holds one. Ours end with a semicolon at the end of a line, and so does nothing else. */
const statementsOf = (sql: string) => sql.split(/;\n/).filter((statement) => statement.trim() !== "");
