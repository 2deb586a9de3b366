import { traceCategory } from "#server/domain/outcomes.ts";
import { hourOf } from "#server/domain/time.ts";
import type { TraceStore } from "#server/storage/traces/trace-store.ts";
import type { Query } from "#server/storage/postgres/database.ts";

const selectCounts = `SELECT coalesce(sum(quantity) FILTER (WHERE outcome = 'kept'), 0) AS came,
    coalesce(sum(quantity) FILTER (WHERE outcome = 'thinned'), 0) AS thinned
  FROM ledger WHERE project_id = $1 AND hour >= $2 AND hour < $3 AND category = $4`;

export function readKept(query: Query): TraceStore["kept"] {
  return async (projectId, { since, until }) => {
    const [counts] = await query<{ came: number; thinned: number }>(
      selectCounts,
      projectId,
      hourOf(since),
      until,
      traceCategory,
    );
    const { came, thinned } = counts!;
    return { came, kept: Math.max(0, came - thinned) };
  };
}
