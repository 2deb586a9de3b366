import type { Config } from "#server/config.ts";
import { processName } from "./process-name.ts";
import { decodeProgress, movingSetting } from "#server/storage/move/move-store.ts";
import type { OpenedStore, Store } from "#server/storage/store.ts";

type OpenOptions = {
  /** For the digesting thread: recovers from a crash. */
  recover?: boolean;
  /**
   * Maximum database connections: each process has about five threads, and a database accepts a
   * hundred connections.
   */
  connections?: number;
  /** Statement timeout (databases only); no limit by default. */
  statementMs?: number;
  /** Called for each day with damaged telemetry (files only; a database handles this itself). */
  onDamagedDay?: (day: string) => void;
  /**
   * Whether to open a store for an unreachable database: the store works once it responds, and has
   * `admission`.
   */
  mayBeAway?: boolean;
};

/**
 * The configured store: a PostgreSQL database, otherwise the data folder's files. Only that engine
 * is loaded. Throws a message if it is an unfinished move.
 */
export async function openStore(config: Config, options: OpenOptions = {}): Promise<OpenedStore> {
  const store = await openEngine(config, options);
  // If the database may be unreachable, the engine checks this itself once it responds.
  if (!store.admission)
    await refuseHalfMoved(store.settings).catch((error: unknown) => giveUp(store, error));
  return store;
}

async function giveUp(store: Store, error: unknown): Promise<never> {
  await store.close();
  throw error;
}

const halfMoved = (moving: string) =>
  new Error(
    `This data is an incomplete copy from ${decodeProgress(moving).from}. Run the same “spoor move” command again to continue.`,
  );

async function openEngine(
  { databaseUrl, dataFolder }: Config,
  options: OpenOptions,
): Promise<OpenedStore> {
  const { connections = 2, mayBeAway = false, statementMs, ...told } = options;
  if (databaseUrl === undefined) {
    const { openSqliteStore } = await import("#server/storage/sqlite/open.ts");
    return openSqliteStore(dataFolder, told);
  }
  const { openPostgresStore } = await import("#server/storage/postgres/open.ts");
  const late = { check: refuseHalfMoved };
  return openPostgresStore(databaseUrl, {
    process: processName(dataFolder),
    connections,
    ...(statementMs !== undefined && { statementMs }),
    ...(mayBeAway && { late }),
  });
}

async function refuseHalfMoved(settings: Pick<Store["settings"], "get">): Promise<void> {
  const moving = await settings.get(movingSetting);
  if (moving !== undefined) throw halfMoved(moving);
}
