import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import postgres from "postgres";
import type { Spoor } from "#tests/harness/spoor.ts";

const times: { readonly [table: string]: readonly string[] } = {
  monitor_environments: ["last_at", "expected_at", "due_at"],
  check_ins: ["at", "settled_at", "expected_at", "timeout_at"],
  monitor_incidents: ["at"],
};

/** Moves monitors' past back by that time; `watched`: with Spoor running. */
export async function advanceTime(
  spoor: Spoor,
  ms: number,
  { watched = true } = {},
): Promise<void> {
  const tables = watched ? times : { ...times, monitor_watch: ["until", "gap_from", "gap_to"] };
  const changes = Object.entries(tables).map(([table, columns]) => {
    const earlier = columns.map((column) => `${column} = ${column} - ${ms}`).join(", ");
    return `UPDATE ${table} SET ${earlier};`;
  });
  await execute(spoor, changes.join("\n"));
}

async function execute({ dataFolder, databaseUrl }: Spoor, statements: string): Promise<void> {
  if (databaseUrl) {
    const sql = postgres(databaseUrl, { max: 1 });
    await sql.unsafe(statements);
    return sql.end();
  }
  const database = new DatabaseSync(join(dataFolder, "spoor.db"), { timeout: 5_000 });
  database.exec(statements);
  database.close();
}
