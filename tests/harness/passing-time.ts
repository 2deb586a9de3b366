import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Spoor } from "./spoor.ts";

const times: { readonly [table: string]: readonly string[] } = {
  monitor_environments: ["last_at", "expected_at", "due_at"],
  check_ins: ["at", "settled_at", "expected_at", "timeout_at"],
  monitor_incidents: ["at"],
};

/** As if so much time had passed since everything that happened to monitors; `watched`: with Spoor looking on. */
export function letTimePass(spoor: Spoor, ms: number, { watched = true } = {}): void {
  const database = new DatabaseSync(join(spoor.dataFolder, "spoor.db"), { timeout: 5_000 });
  const tables = watched ? times : { ...times, monitor_watch: ["until", "gap_from", "gap_to"] };
  for (const [table, columns] of Object.entries(tables)) {
    const changes = columns.map((column) => `${column} = ${column} - ${ms}`).join(", ");
    database.exec(`UPDATE ${table} SET ${changes}`);
  }
  database.close();
}
