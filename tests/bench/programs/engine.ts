import { rm } from "node:fs/promises";
import postgres from "postgres";
import { openPostgresStore } from "#server/storage/postgres/open.ts";
import { openSqliteStore } from "#server/storage/sqlite/open.ts";
import type { Store } from "#server/storage/store.ts";
import { newCluster, startServer, urlOf } from "#tests/harness/postgres.ts";
import { keptBytes } from "../measure/kept-bytes.ts";
import type { Originals } from "./originals.ts";
import { type BenchedSpoor, startNewSpoor } from "./spoor.ts";

/** Where a Spoor under measurement keeps what it was sent. */
export type Engine = {
  /** As it runs now: after `bytes` it is another. */
  readonly spoor: BenchedSpoor;
  /** The same data, opened beside it, to see what has arrived. Closed before anything is measured. */
  openStore(): Promise<Store>;
  /** What they take there, once Spoor has ended and nothing is on its way; starts it again. */
  bytes(): Promise<number>;
  /** The same before anything was sent. */
  emptyBytes: number;
  /** Ends Spoor, too. */
  remove(): Promise<void>;
};

export type StartEngine = (originals: Originals) => Promise<Engine>;

/** Its own traces would be counted among the load's. */
const untraced = { OTEL_SDK_DISABLED: "true" };

export const sqliteEngine: StartEngine = async ({ startSpoor, emptyBytes }) => {
  const first = await startSpoor({ environment: untraced });
  const { dataFolder } = first;
  const openStore = () => openSqliteStore(dataFolder);
  const end = async () => undefined;
  return engineOf(first, { openStore, bytes: () => keptBytes(dataFolder), end }, await emptyBytes());
};

/** A cluster of its own with PostgreSQL's own settings: what is committed is on the disk. */
export const postgresEngine: StartEngine = async () => {
  const folder = newCluster();
  const server = await startServer(folder);
  const url = urlOf(server.port, "postgres");
  const first = await startNewSpoor({ environment: { ...untraced, DATABASE_URL: url } });
  const openStore = () => openPostgresStore(url, { process: "bench", connections: 1 });
  const end = async () => {
    await server.end("fast");
    await rm(folder, { recursive: true, force: true });
  };
  return engineOf(first, { openStore, bytes: () => databaseBytes(url), end }, await databaseBytes(url));
};

type Keeper = { openStore(): Promise<Store>; bytes(): Promise<number>; end(): Promise<void> };

function engineOf(first: BenchedSpoor, keeper: Keeper, emptyBytes: number): Engine {
  let spoor = first;
  return {
    get spoor() {
      return spoor;
    },
    openStore: keeper.openStore,
    emptyBytes,
    async bytes() {
      await spoor.stop();
      const bytes = await keeper.bytes();
      spoor = await spoor.restart();
      return bytes;
    },
    async remove() {
      await spoor.remove();
      await keeper.end();
    },
  };
}

/** Tables with their indexes; not the log ahead of them, which does not grow with what is kept. */
async function databaseBytes(url: string): Promise<number> {
  const sql = postgres(url, { max: 1 });
  const [row] = await sql<{ size: string }[]>`SELECT pg_database_size(current_database()) AS size`;
  await sql.end();
  return Number(row!.size);
}
