import {
  alteredSentence,
  type AppliedMigration,
  appliedUpTo,
  firstAltered,
} from "#server/storage/layout/applied-migrations.ts";
import { connectDatabase, type Database, type Query } from "./database.ts";
import { distributeTables, readCluster } from "./distribute.ts";
import { runStep } from "./migration-failure.ts";
import { chain } from "./migrations/chain.ts";

/** Any number that nobody else uses: processes that start together wait for each other here. */
const lockNumber = 5_077_617;

/**
 * Brings the database up to the last version, in one transaction: either all of it or nothing. Throws with a sentence for people
 * when the database was written by a newer program. `split` is how many tables a cluster has distributed.
 */
export async function migrate(database: Database): Promise<{ split: number }> {
  if (await isUpToDate(database.query)) return { split: 0 };
  return database.transaction(async (query) => {
    await query("SELECT pg_advisory_xact_lock($1)", lockNumber);
    if (await isUpToDate(query)) return { split: 0 };
    await query(
      `CREATE TABLE IF NOT EXISTS schema_version (one bigint PRIMARY KEY CHECK (one = 1), version bigint NOT NULL)`,
    );
    const version = await versionOf(query);
    if (version > 0 && (await recordedIn(query)).length === 0) await refuseUnlike(query, version);
    for (const [at, sql] of chain.slice(version).entries()) {
      for (const statement of statementsOf(sql)) await runStep(query, version + at + 1, statement);
    }
    await record(query);
    await query(
      "INSERT INTO schema_version VALUES (1, $1) ON CONFLICT (one) DO UPDATE SET version = excluded.version",
      chain.length,
    );
    return { split: await distributeTables(query) };
  });
}

export type MigratedDatabase = { split: number; cluster?: { tables: number; workers: number } };

/** The same by itself; on a cluster, tables that are not split yet are. `split` is how many were. */
export async function migrateDatabase(url: string): Promise<MigratedDatabase> {
  const database = connectDatabase(url, 1);
  try {
    const { split } = await migrate(database);
    const rest = await database.transaction(distributeTables);
    const cluster = await readCluster(database.query);
    return { split: split + rest, ...(cluster && { cluster }) };
  } finally {
    await database.close();
  }
}

async function isUpToDate(query: Query): Promise<boolean> {
  const version = await versionOf(query);
  const recorded = await recordedIn(query);
  const altered = firstAltered(recorded, chain);
  if (altered !== undefined) throw new Error(alteredSentence("The database", altered));
  return version === chain.length && recorded.length === chain.length;
}

/** Empty where a version wrote it that recorded nothing. */
async function recordedIn(query: Query): Promise<AppliedMigration[]> {
  const [table] = await query<{ is_there: boolean }>("SELECT to_regclass('schema_migrations') IS NOT NULL AS is_there");
  if (!table!.is_there) return [];
  return query<AppliedMigration>("SELECT version, checksum FROM schema_migrations ORDER BY version");
}

async function record(query: Query): Promise<void> {
  await query("CREATE TABLE IF NOT EXISTS schema_migrations (version bigint PRIMARY KEY, checksum text NOT NULL)");
  for (const { version, checksum } of appliedUpTo(chain, chain.length)) {
    await query("INSERT INTO schema_migrations VALUES ($1, $2) ON CONFLICT DO NOTHING", version, checksum);
  }
}

/** For a database without records: of the version that it names, it must have every table and every column. */
async function refuseUnlike(query: Query, version: number): Promise<void> {
  const expected = await expectedColumns(query, chain.slice(0, version).flatMap(statementsOf));
  const present = new Set(await columnsIn(query, "current_schema()"));
  const missing = expected.filter((column) => !present.has(column));
  if (missing.length === 0) return;
  throw new Error(
    `The database says that it has format ${version}, but ${missing.slice(0, 5).join(", ")} is not there: a development ` +
      "version wrote it. Nothing was changed. Start the version that wrote it, write each project out with " +
      "“spoor export FILE --project SLUG”, and import the files into an empty database with this version.",
  );
}

/** The same statements in a schema of their own, which is then gone again. */
async function expectedColumns(query: Query, statements: string[]): Promise<string[]> {
  await query("SAVEPOINT expected");
  await query("CREATE SCHEMA spoor_expected");
  // Behind it what is there already: the operators of extensions.
  await query("SELECT set_config('search_path', 'spoor_expected, ' || current_setting('search_path'), true)");
  for (const statement of statements) await query(statement);
  const columns = await columnsIn(query, "'spoor_expected'");
  await query("ROLLBACK TO SAVEPOINT expected");
  return columns;
}

async function columnsIn(query: Query, schema: "current_schema()" | "'spoor_expected'"): Promise<string[]> {
  const rows = await query<{ name: string }>(
    `SELECT table_name || '.' || column_name || ' ' || data_type AS name FROM information_schema.columns
      WHERE table_schema = ${schema}`,
  );
  return rows.map(({ name }) => name);
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
