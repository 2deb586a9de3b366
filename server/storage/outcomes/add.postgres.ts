import type { OutcomeEntry } from "#server/domain/outcomes.ts";
import type { Query } from "#server/storage/postgres/database.ts";

// Once per row and sorted, so that two transactions can't deadlock.
const upsert = `INSERT INTO ledger (project_id, hour, outcome, category, reason, quantity)
  SELECT project_id, hour, outcome, category, reason, sum(quantity)::bigint
  FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::bigint[])
    AS added(project_id, hour, outcome, category, reason, quantity)
  GROUP BY project_id, hour, outcome, category, reason ORDER BY project_id, hour, outcome, category, reason
  ON CONFLICT (project_id, hour, outcome, category, reason)
    DO UPDATE SET quantity = ledger.quantity + excluded.quantity`;

/** Use late in a transaction, because others that add to the same hours wait for its end. */
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
