import type { DatabaseSync } from "node:sqlite";
import type { OutcomeEntry } from "#server/domain/outcomes.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";

const upsert = `INSERT INTO ledger (project_id, hour, outcome, category, reason, quantity) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET quantity = quantity + excluded.quantity`;

/** Use in a transaction. One statement per row; PostgreSQL writes a batch in one (`digest/save.sqlite.ts`). */
export function addOutcomes(writer: DatabaseSync): (entries: OutcomeEntry[]) => void {
  const add = prepare(writer, upsert);
  return (entries) => {
    for (const { projectId, hour, outcome, category, reason, quantity } of entries) {
      add.run(projectId, hour, outcome, category, reason, quantity);
    }
  };
}
