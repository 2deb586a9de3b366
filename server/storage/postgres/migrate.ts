import {
  type AppliedMigration,
  appliedMigrations,
  newestOf,
  postgresFormat,
  refuseAltered,
  refuseOtherVersion,
  stepsFrom,
} from "#server/storage/formats.ts";
import { connectDatabase, type Database, type Query } from "./database.ts";
import { distributeFilledTables, distributeTables, readCluster } from "./distribute.ts";
import { runStep } from "./migration-failure.ts";

/** Any unused number: processes that start together wait for each other here. */
const lockNumber = 5_077_617;

/**
 * Migrates the database to the latest version in one transaction. Throws a user-facing message if
 * it was written by a newer program. `split`: number of tables that a cluster has distributed.
 */
export async function migrate(database: Database): Promise<{ split: number }> {
  if (await isUpToDate(database.query)) return { split: 0 };
  return database.transaction(async (query) => {
    await query("SELECT pg_advisory_xact_lock($1)", lockNumber);
    if (await isUpToDate(query)) return { split: 0 };
    await query(
      `CREATE TABLE IF NOT EXISTS schema_version (one bigint PRIMARY KEY CHECK (one = 1), version bigint NOT NULL)`,
    );
    const from = await versionOf(query);
    for (const [at, sql] of stepsFrom(from, postgresFormat).entries()) {
      const version = from === 0 ? postgresFormat.first : from + at + 1;
      for (const statement of statementsOf(sql)) await runStep(query, version, statement);
    }
    await record(query);
    await query(
      "INSERT INTO schema_version VALUES (1, $1) ON CONFLICT (one) DO UPDATE SET version = excluded.version",
      newestOf(postgresFormat),
    );
    return { split: await distributeTables(query) };
  });
}

export type MigratedDatabase = { split: number; cluster?: { tables: number; workers: number } };

/**
 * The same on its own connection. On a cluster, also distributes tables. `split`: number of newly
 * distributed tables.
 */
export async function migrateDatabase(url: string): Promise<MigratedDatabase> {
  const database = connectDatabase(url, 1);
  try {
    const { split } = await migrate(database);
    const rest = await distributeFilledTables(database.query);
    const cluster = await readCluster(database.query);
    return { split: split + rest, ...(cluster && { cluster }) };
  } finally {
    await database.close();
  }
}

const isUpToDate = async (query: Query): Promise<boolean> =>
  (await versionOf(query)) === newestOf(postgresFormat);

async function recordedIn(query: Query): Promise<AppliedMigration[]> {
  const [table] = await query<{ is_there: boolean }>(
    "SELECT to_regclass('schema_migrations') IS NOT NULL AS is_there",
  );
  if (!table!.is_there) return [];
  return query<AppliedMigration>(
    "SELECT version, checksum FROM schema_migrations ORDER BY version",
  );
}

async function record(query: Query): Promise<void> {
  await query(
    "CREATE TABLE IF NOT EXISTS schema_migrations (version bigint PRIMARY KEY, checksum text NOT NULL)",
  );
  for (const { version, checksum } of appliedMigrations(postgresFormat)) {
    await query(
      "INSERT INTO schema_migrations VALUES ($1, $2) ON CONFLICT DO NOTHING",
      version,
      checksum,
    );
  }
}

/**
 * 0 for an empty database. Throws a user-facing message if this program can't read or upgrade it.
 */
async function versionOf(query: Query): Promise<number> {
  const [table] = await query<{ is_there: boolean }>(
    "SELECT to_regclass('schema_version') IS NOT NULL AS is_there",
  );
  if (!table!.is_there) return 0;
  const [row] = await query<{ version: number }>("SELECT version FROM schema_version");
  const version = row?.version ?? 0;
  refuseOtherVersion("The database", version, postgresFormat);
  refuseAltered("The database", await recordedIn(query), postgresFormat);
  return version;
}

/**
 * Sent one by one, because a prepared text holds one statement. Ours end with a semicolon at the
 * end of a line, and nothing else does.
 */
const statementsOf = (sql: string) =>
  sql.split(/;\n/).filter((statement) => statement.trim() !== "");
