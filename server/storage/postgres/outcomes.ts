import type { ProjectId } from "#server/domain/ids.ts";
import type { OutcomeEntry, Outcome } from "#server/domain/outcomes.ts";
import type { OutcomeStore } from "#server/storage/store.ts";
import type { Database, Query } from "./database.ts";

type OutcomeRow = {
  project_id: number;
  hour: number;
  outcome: Outcome;
  category: string;
  reason: string;
  quantity: number;
};

// Once a row, and always in this order: two that add to the same rows cannot wait for each other.
const upsert = `INSERT INTO ledger (project_id, hour, outcome, category, reason, quantity)
  SELECT project_id, hour, outcome, category, reason, sum(quantity)::bigint
  FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::bigint[])
    AS added(project_id, hour, outcome, category, reason, quantity)
  GROUP BY project_id, hour, outcome, category, reason ORDER BY project_id, hour, outcome, category, reason
  ON CONFLICT (project_id, hour, outcome, category, reason)
    DO UPDATE SET quantity = ledger.quantity + excluded.quantity`;
const select = `SELECT project_id, hour, outcome, category, reason, quantity FROM ledger
  WHERE project_id = $1 AND hour >= $2 ORDER BY hour, outcome, category, reason`;

export function outcomeStore({ query }: Database): OutcomeStore {
  return {
    add: (entries) => addOutcomes(query, entries),
    async read(projectId, since) {
      const rows = await query<OutcomeRow>(select, projectId, since);
      return rows.map(({ project_id, ...entry }) => ({ projectId: project_id as ProjectId, ...entry }));
    },
  };
}

/** For use inside a transaction: late in it, since others who add to the same hours wait for its end. */
export async function addOutcomes(query: Query, entries: OutcomeEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await query(
    upsert,
    entries.map(({ projectId }) => projectId),
    entries.map(({ hour }) => hour),
    entries.map(({ outcome }) => outcome),
    entries.map(({ category }) => category),
    entries.map(({ reason }) => reason),
    entries.map(({ quantity }) => quantity),
  );
}
