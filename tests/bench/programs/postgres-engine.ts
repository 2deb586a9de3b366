import { rm } from "node:fs/promises";
import postgres from "postgres";
import { openPostgresStore } from "#server/storage/postgres/open.ts";
import { newCluster, startServer, urlOf } from "#tests/harness/servers/postgres.ts";
import { engineOf, type StartEngine, untraced } from "./engine.ts";
import { startNewSpoor } from "./spoor.ts";

/** A separate server with PostgreSQL's default settings, so commits are on disk. */
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
  return engineOf(
    first,
    { openStore, bytes: () => databaseBytes(url), end },
    await databaseBytes(url),
  );
};

/** Tables with indexes, without the write-ahead log, which does not grow with stored data. */
async function databaseBytes(url: string): Promise<number> {
  const sql = postgres(url, { max: 1 });
  const [row] = await sql<{ size: string }[]>`SELECT pg_database_size(current_database()) AS size`;
  await sql.end();
  return Number(row!.size);
}
