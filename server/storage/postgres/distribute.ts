import { isCluster } from "./cluster.ts";
import type { Query } from "./database.ts";
import { splitBy } from "#server/storage/tables.ts";
import { withFailure } from "./migration-failure.ts";

// Not referenced before the extension is known to exist. Not the view `citus_tables`: it asks all
// nodes for sizes and omits tables of a node that doesn't respond.
const known = `SELECT p.logicalrelid::text AS name FROM pg_dist_partition p JOIN pg_class c ON c.oid = p.logicalrelid
  WHERE p.partkey IS NOT NULL AND NOT c.relispartition`;
const workers = "SELECT count(*) AS count FROM citus_get_active_worker_nodes()";
const distribute = "SELECT create_distributed_table($1::regclass, $2, colocate_with => $3)";
const deleteCopied = `SELECT truncate_local_data_after_distributing_table(logicalrelid) FROM pg_dist_partition
  WHERE partkey IS NOT NULL AND pg_relation_size(logicalrelid) > 0`;

/**
 * With the Citus extension, distributes the tables of both groups by their keys: once, and tables
 * of later versions as well. Run it through the coordinator (`spoor migrate` with its address).
 * Later partitions follow their tables.
 */
export async function distributeTables(query: Query): Promise<number> {
  if (!(await isCluster(query))) return 0;
  const there = new Set((await query<{ name: string }>(known)).map(({ name }) => name));
  let spread = 0;
  for (const key of ["project_id", "lane"] as const) {
    const tables = splitBy(key);
    for (const table of tables) {
      if (there.has(table)) continue;
      await withFailure(
        `Table ${table} could not be distributed over the cluster`,
        distribute,
        () => query(distribute, table, key, table === tables[0] ? "none" : tables[0]!),
        "Run “spoor migrate” again to continue.",
      );
      spread += 1;
    }
  }
  return spread;
}

/**
 * The same for tables with rows, each in its own transaction: one for all would lock all shards of
 * all days at once. Deletes the copied rows, which stay on the coordinator's disk, invisible.
 */
export async function distributeFilledTables(query: Query): Promise<number> {
  const spread = await distributeTables(query);
  if (await isCluster(query)) await query(deleteCopied);
  return spread;
}

/** Number of distributed tables and workers; undefined for a single database. */
export async function readCluster(
  query: Query,
): Promise<{ tables: number; workers: number } | undefined> {
  if (!(await isCluster(query))) return undefined;
  const [split, [nodes]] = await Promise.all([query(known), query<{ count: number }>(workers)]);
  return { tables: split.length, workers: nodes!.count };
}
