import type { Config } from "#server/config.ts";
import { processName } from "./process-name.ts";
import { decodeProgress, movingSetting } from "#server/storage/move/move-store.ts";
import type { OpenedStore, Store } from "#server/storage/store.ts";

type OpenOptions = {
  /** For the one that digests: it mends what a crash left behind. */
  recover?: boolean;
  /**
   * How many connections it may hold to a database: each process has some five threads, and a
   * database takes a hundred.
   */
  connections?: number;
  /**
   * How long a statement may take before the database ends it (a database alone); no limit unless
   * told.
   */
  statementMs?: number;
  /** Told of each day whose telemetry is damaged (files alone; a database looks after itself). */
  onDamagedDay?: (day: string) => void;
  /**
   * Whether a database that is away may be opened all the same: the store works once it answers,
   * and has `admission`.
   */
  mayBeAway?: boolean;
};

/**
 * The store that the configuration names: a PostgreSQL database, else the data folder's files. Only
 * that engine is loaded. Throws a sentence where it is the half of a move.
 */
export async function openStore(config: Config, options: OpenOptions = {}): Promise<OpenedStore> {
  const store = await openEngine(config, options);
  // Where it may be away, the engine asks by itself once the database answers.
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
