import type { Outcome, OutcomeEntry } from "#server/domain/outcomes.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type { Query } from "#server/storage/database.ts";
import type { OutcomeStore } from "#server/storage/outcomes/outcome-store.ts";
import { sql } from "#server/storage/sql.ts";

type Row = {
  project_id: ProjectId;
  hour: number;
  outcome: Outcome;
  category: string;
  reason: string;
  quantity: number;
};

/** `add` is specific to the engine, because the digest also adds, in its transaction. */
export const outcomeStore = (
  query: Query,
  add: (entries: OutcomeEntry[]) => Promise<void>,
): OutcomeStore => ({
  add,
  async read(projectId, since) {
    const rows = await query<Row>(
      sql`SELECT project_id, hour, outcome, category, reason, quantity FROM ledger
        WHERE project_id = ${projectId} AND hour >= ${since} ORDER BY hour, outcome, category, reason`,
    );
    return rows.map(({ project_id, ...entry }) => ({ projectId: project_id, ...entry }));
  },
});
