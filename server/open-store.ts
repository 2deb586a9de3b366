import type { Config } from "#server/config.ts";
import { processName } from "#server/process-name.ts";
import type { Store } from "#server/storage/store.ts";

export type OpenOptions = {
  /** For the one that digests: it mends what a crash left behind. */
  recover?: boolean;
  /** How many connections it may hold to a database: each process has some five threads, and a database takes a hundred. */
  connections?: number;
  /** Told of each day whose telemetry is damaged (files alone; a database looks after itself). */
  onDamagedDay?: (day: string) => void;
};

/** The store that the configuration names: a PostgreSQL database, else the data folder's files. Only that engine is loaded. */
export async function openStore({ databaseUrl, dataFolder }: Config, options: OpenOptions = {}): Promise<Store> {
  const { connections = 2, recover = false, onDamagedDay } = options;
  if (databaseUrl === undefined) {
    const { openSqliteStore } = await import("#server/storage/sqlite/open.ts");
    return openSqliteStore(dataFolder, { recover, ...(onDamagedDay && { onDamagedDay }) });
  }
  const { openPostgresStore } = await import("#server/storage/postgres/open.ts");
  return openPostgresStore(databaseUrl, { process: processName(dataFolder), connections });
}
