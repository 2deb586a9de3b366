import type { DatabaseSync } from "node:sqlite";
import type { ProjectId } from "#server/domain/ids.ts";
import type { LedgerEntry, Outcome } from "#server/domain/ledger.ts";
import type { LedgerStore } from "#server/storage/store.ts";
import type { Connections } from "./connections.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

type LedgerRow = {
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

export function ledgerStore({ reader, writer }: Connections, write: Write): LedgerStore {
  const add = addToLedger(writer);
  const read = prepare<LedgerRow>(reader, select);

  return {
    add: (entries) => write(() => add(entries)),
    read: async (projectId, since) =>
      read.all(projectId, since).map(({ project_id, ...entry }) => ({ projectId: project_id as ProjectId, ...entry })),
  };
}

/** For use inside a transaction. */
export function addToLedger(writer: DatabaseSync): (entries: LedgerEntry[]) => void {
  const add = prepare(writer, upsert);
  return (entries) => {
    for (const { projectId, hour, outcome, category, reason, quantity } of entries) {
      add.run(projectId, hour, outcome, category, reason, quantity);
    }
  };
}
