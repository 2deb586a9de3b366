import type { DatabaseSync } from "node:sqlite";
import type { ProjectId } from "#server/domain/ids.ts";
import type { OutcomeEntry, Outcome } from "#server/domain/outcomes.ts";
import type { OutcomeStore } from "#server/storage/store.ts";
import type { Connections } from "./connections.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

type OutcomeRow = {
  project_id: number;
  hour: number;
  outcome: Outcome;
  category: string;
  reason: string;
  quantity: number;
};

const upsert = `INSERT INTO ledger (project_id, hour, outcome, category, reason, quantity) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET quantity = quantity + excluded.quantity`;
const select = `SELECT project_id, hour, outcome, category, reason, quantity FROM ledger
  WHERE project_id = ? AND hour >= ? ORDER BY hour, outcome, category, reason`;

export function outcomeStore({ reader, writer }: Connections, write: Write): OutcomeStore {
  const add = addOutcomes(writer);
  const read = prepare<OutcomeRow>(reader, select);

  return {
    add: (entries) => write(() => add(entries)),
    read: async (projectId, since) =>
      read.all(projectId, since).map(({ project_id, ...entry }) => ({ projectId: project_id as ProjectId, ...entry })),
  };
}

/** For use inside a transaction. */
export function addOutcomes(writer: DatabaseSync): (entries: OutcomeEntry[]) => void {
  const add = prepare(writer, upsert);
  return (entries) => {
    for (const { projectId, hour, outcome, category, reason, quantity } of entries) {
      add.run(projectId, hour, outcome, category, reason, quantity);
    }
  };
}
