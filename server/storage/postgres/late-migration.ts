import type { SettingStore } from "#server/storage/instance/setting-store.ts";
import { type Database, DatabaseAway } from "./database.ts";
import { migrate } from "./migrate.ts";
import { settingStore } from "#server/storage/instance/settings.ts";
import { nounDatabase } from "./noun-database.ts";

export type LateOptions = {
  /** Called once after the migration; throws if the database must not be used. */
  check: (settings: SettingStore) => Promise<void>;
};

type Migrated = {
  database: Database;
  /** Resolves after the database has this version's tables and was checked. */
  ready(): Promise<void>;
};

/**
 * The database at this version. With `late`, an unreachable database is no failure: migration and
 * check run before the first statement that reaches it, and no statement runs without them.
 */
export async function migratedDatabase(database: Database, late?: LateOptions): Promise<Migrated> {
  let made: Promise<void> | undefined;
  const make = async () => {
    await migrate(database);
    await late?.check(settingStore(nounDatabase(database)));
  };
  const forget = (error: unknown) => {
    made = undefined;
    throw error;
  };
  const ready = () => (made ??= make().catch(forget));
  try {
    await ready();
    return { database, ready };
  } catch (error) {
    if (!late || !(error instanceof DatabaseAway)) throw error;
    return { database: onceReady(database, ready), ready };
  }
}

const onceReady = (database: Database, ready: () => Promise<void>): Database => ({
  query: async (statement, ...values) => (await ready(), database.query(statement, ...values)),
  transaction: async (work) => (await ready(), database.transaction(work)),
  batch: async (work) => (await ready(), database.batch(work)),
  pool: () => database.pool(),
  close: () => database.close(),
});
