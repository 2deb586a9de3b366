import { isCluster } from "./cluster.ts";
import type { Query } from "./database.ts";
import { splitBy } from "#server/storage/tables.ts";
import { withFailure } from "./migration-failure.ts";

// Not referenced before the extension is known to exist; without it, the view does not exist.
const known =
  "SELECT table_name::text AS name FROM citus_tables WHERE citus_table_type = 'distributed'";
const workers = "SELECT count(*) AS count FROM citus_get_active_worker_nodes()";
const distribute = "SELECT create_distributed_table($1::regclass, $2, colocate_with => $3)";

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
      );
      spread += 1;
    }
  }
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
