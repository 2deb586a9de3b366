import { rm } from "node:fs/promises";
import { citusPrograms, startCitus } from "#tests/harness/citus.ts";
import { newCluster, startServer, urlOf } from "#tests/harness/postgres.ts";
import { untraced } from "./engine.ts";
import type { Program } from "./program.ts";
import { type BenchedSpoor, startBeside, startNewSpoor } from "./spoor.ts";

/** Processes of Spoor on one database, with one project. */
export type Several = {
  url: string;
  /** The process that began each of the database's servers. */
  serverPids: number[];
  first: BenchedSpoor;
  all: Program[];
  remove(): Promise<void>;
};

type Database = { url: string; serverPids: number[]; end(): Promise<void> };

/** A server of its own, with PostgreSQL's own settings: what is committed is on the disk. */
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

/** A coordinator and two workers on this machine; undefined where the extension is not there. */
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
  const others: Awaited<ReturnType<typeof startBeside>>[] = [];
  while (others.length < count - 1) others.push(await startBeside({ environment }));
  return {
    ...{ url, serverPids, first, all: [first, ...others] },
    async remove() {
      await Promise.all(others.map((each) => each.remove()));
      await first.remove();
      await end();
    },
  };
}
