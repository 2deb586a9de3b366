import type { Query } from "./database.ts";
import { byLane, byProject } from "./groups.ts";

const citus = "SELECT 1 FROM pg_extension WHERE extname = 'citus'";
// Not named before the extension is known to be there: without it there is no such view.
const known = "SELECT table_name::text AS name FROM citus_tables WHERE citus_table_type = 'distributed'";
const distribute = "SELECT create_distributed_table($1::regclass, $2, colocate_with => $3)";

/**
 * Where the extension Citus is present, splits the tables of both groups by their keys: once, and those that a later version
 * adds. To be run through the coordinator (SPOOR's `migrate` with its address); days made later follow their tables by themselves.
 */
export async function distributeTables(query: Query): Promise<number> {
  if ((await query(citus)).length === 0) return 0;
  const there = new Set((await query<{ name: string }>(known)).map(({ name }) => name));
  let spread = 0;
  for (const [tables, key] of [[byProject, "project_id"] as const, [byLane, "lane"] as const]) {
    for (const table of tables) {
      if (there.has(table)) continue;
      await query(distribute, table, key, table === tables[0] ? "none" : tables[0]);
      spread += 1;
    }
  }
  return spread;
}
