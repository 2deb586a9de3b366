import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { installCitus } from "../../set-up.js";
import { newCluster, type PostgresServer, startServer, urlOf } from "./postgres.ts";

/**
 * Program folder of the server with the extension; undefined skips its tests, and the setup
 * explains why.
 */
export const citusPrograms = await installCitus();

/** A coordinator and two workers. */
export type CitusCluster = {
  coordinator: PostgresServer;
  workers: PostgresServer[];
  /** Creates a database with the extension on each node. Returns the coordinator's URL. */
  create(name: string): Promise<string>;
  /** Adds a worker for an existing database. */
  add(name: string): Promise<PostgresServer>;
  /** Restarts a stopped node in place, or another folder at its address. */
  restart(node: PostgresServer, from?: Folder): Promise<PostgresServer>;
  stop(): Promise<void>;
};

type Folder = { folder: string; settings?: string[] };

/** Cluster settings; tests do not need durability across power cuts. */
const settings = [
  "shared_preload_libraries=citus",
  "max_prepared_transactions=100",
  "max_connections=200",
  "wal_level=logical",
  "fsync=off",
  "full_page_writes=off",
  "synchronous_commit=off",
  "autovacuum=off",
  "jit=off",
  "citus.enable_manual_changes_to_shards=on",
  "citus.distributed_deadlock_detection_factor=-1",
  "citus.recover_2pc_interval=-1",
  "citus.max_adaptive_executor_pool_size=1",
].flatMap((setting) => ["-c", setting]);

export async function startCitus(more: string[] = []): Promise<CitusCluster> {
  const folders = copiesOf(newCluster(), 2);
  const program = join(citusPrograms!, "postgres");
  const servers = await Promise.all(
    folders.map((folder) => startServer(folder, [...settings, ...more], undefined, program)),
  );
  const [coordinator, ...workers] = servers;
  return {
    coordinator: coordinator!,
    workers,
    create: (name) => createEverywhere(coordinator!, workers, name),
    async add(name) {
      const folder = newCluster();
      folders.push(folder);
      const node = await startServer(folder, settings, undefined, program);
      servers.push(node);
      await run(urlOf(node.port, "postgres"), `CREATE DATABASE ${name}`);
      await run(urlOf(node.port, name), "CREATE EXTENSION citus");
      await run(urlOf(coordinator!.port, name), `SELECT citus_add_node('127.0.0.1', ${node.port})`);
      return node;
    },
    async restart(node, { folder, settings: own = [] } = node) {
      if (!folders.includes(folder)) folders.push(folder);
      const again = await startServer(folder, [...settings, ...own], node.port, program);
      servers[servers.indexOf(node)] = again;
      return again;
    },
    async stop() {
      await Promise.all(servers.map((server) => server.end("immediate")));
      for (const folder of folders)
        rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

/** Copies the files of an empty cluster. */
function copiesOf(first: string, count: number): string[] {
  const copies = Array.from({ length: count }, (_, at) => `${first}-worker-${at + 1}`);
  for (const copy of copies) execFileSync("cp", ["-a", first, copy]);
  return [first, ...copies];
}

/**
 * Uses two shards per table, one per worker: cross-shard mistakes show, and the cluster stays fast.
 */
async function createEverywhere(
  coordinator: PostgresServer,
  workers: PostgresServer[],
  name: string,
): Promise<string> {
  for (const { port } of [coordinator, ...workers]) {
    await run(urlOf(port, "postgres"), `CREATE DATABASE ${name}`);
    await run(urlOf(port, name), "CREATE EXTENSION citus");
  }
  const url = urlOf(coordinator.port, name);
  await run(
    url,
    `SELECT citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`,
    ...workers.map(({ port }) => `SELECT citus_add_node('127.0.0.1', ${port})`),
    `ALTER DATABASE ${name} SET citus.shard_count = 2`,
  );
  return url;
}

export async function run(url: string, ...statements: string[]): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  for (const statement of statements) await sql.unsafe(statement);
  await sql.end();
}

/**
 * Empties an opened database node by node; emptying distributed tables through the coordinator
 * takes a hundred times as long. Day tables stay, as creating them is slow; none is in use.
 */
export async function resetCitus(sql: postgres.Sql): Promise<void> {
  const answers = await sql<
    { success: boolean; result: string }[]
  >`SELECT * FROM run_command_on_all_nodes(${emptying})`;
  const failed = answers.find(({ success }) => !success);
  if (failed) throw new Error(failed.result);
}

/** Shards on workers, and undistributed tables on the coordinator. */
const emptying = `DO $$
DECLARE
  each record;
  filled text[] := '{}';
  has_rows boolean;
BEGIN
  FOR each IN SELECT c.oid::regclass AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'public' AND c.relkind = 'r' AND c.relname NOT IN ('schema_version', 'schema_migrations', 'log_end', 'telemetry_partitions')
      AND NOT EXISTS (SELECT FROM pg_dist_partition p WHERE p.logicalrelid = c.oid)
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e') LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM %s)', each.name) INTO has_rows;
    IF has_rows THEN filled := filled || each.name::text; END IF;
  END LOOP;
  IF filled <> '{}' THEN EXECUTE 'TRUNCATE ' || array_to_string(filled, ', ') || ' CASCADE'; END IF;
  IF to_regclass('log_end') IS NOT NULL THEN
    UPDATE log_end SET last = 0 WHERE last <> 0;
    UPDATE telemetry_partitions SET used = 0 WHERE used <> 0;
  END IF;
END $$`;
