import { rm } from "node:fs/promises";
import { openPostgresStore } from "#server/storage/postgres/open.ts";
import { openSqliteStore } from "#server/storage/sqlite/open.ts";
import type { OpenedStore } from "#server/storage/store.ts";
import { citusPrograms, startCitus } from "#tests/harness/servers/citus.ts";
import { newCluster, startServer, urlOf } from "#tests/harness/servers/postgres.ts";
import { untraced } from "./engine.ts";
import type { Program } from "./program.ts";
import { type BenchedSpoor, startBeside, startNewSpoor } from "./spoor.ts";

/** Server processes on one database with one project, or one process with its folder. */
export type Several = {
  /** Undefined without a database. */
  url: string | undefined;
  /** The process that started each database server. */
  serverPids: number[];
  first: BenchedSpoor;
  all: Program[];
  /** The same data opened beside them. */
  openStore(): Promise<OpenedStore>;
  remove(): Promise<void>;
};

type Database = { url: string; serverPids: number[]; end(): Promise<void> };

/** A separate server with PostgreSQL's default settings, so commits are on disk. */
export async function onPostgres(): Promise<Database> {
  const folder = newCluster();
  const server = await startServer(folder);
  return {
    url: urlOf(server.port, "postgres"),
    serverPids: [server.process.pid!],
    async end() {
      await server.end("fast");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A coordinator and two workers on this machine; undefined without the extension. */
export const onCitus =
  citusPrograms &&
  (async (): Promise<Database> => {
    const cluster = await startCitus();
    const servers = [cluster.coordinator, ...cluster.workers];
    return {
      url: await cluster.create("bench"),
      serverPids: servers.map(({ process }) => process.pid!),
      end: () => cluster.stop(),
    };
  });

export async function startSeveral(count: number, database: Database): Promise<Several> {
  const { url, serverPids, end } = database;
  const environment = { ...untraced, DATABASE_URL: url };
  const first = await startNewSpoor({ environment });
  const others = await Promise.all(
    Array.from({ length: count - 1 }, () => startBeside({ environment })),
  );
  return {
    url,
    serverPids,
    first,
    all: [first, ...others],
    openStore: () => openPostgresStore(url, { process: "bench", connections: 1 }),
    async remove() {
      await Promise.all(others.map((each) => each.remove()));
      await first.remove();
      await end();
    },
  };
}

export async function startOnFolder(): Promise<Several> {
  const first = await startNewSpoor({ environment: untraced });
  const openStore = () => openSqliteStore(first.dataFolder);
  return { url: undefined, serverPids: [], first, all: [first], openStore, remove: first.remove };
}
