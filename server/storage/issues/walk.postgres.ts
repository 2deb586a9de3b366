import type { Place, Stretch } from "#server/storage/issues/stretch.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import { allOf, joined, raw, type Sql, sql } from "#server/storage/sql.ts";
import { run } from "#server/storage/postgres/noun-database.ts";

/** The first issues of the range, in order. */
export const walk = (query: Query, stretch: Stretch, limit: number): Promise<Place[]> =>
  run<Place>(query, sql`SELECT i.id, i.key FROM (${inOrder(stretch, limit)}) i`);

/**
 * Result of this many steps. `floor`: where they ended if neither the page is full nor the range at
 * its end.
 */
export async function walkSteps(
  query: Query,
  stretch: Stretch,
  conditions: Sql[],
  limit: number,
  steps: number,
): Promise<{ places: Place[]; floor?: Place }> {
  const found = sql`SELECT i.id, i.key FROM (${inOrder(stretch, steps)}) i WHERE ${allOf(conditions)}
    ORDER BY i.key DESC, i.id DESC LIMIT ${raw(limit)}`;
  const last = sql`SELECT i.id, i.key FROM (${inOrder(stretch, 1, steps - 1)}) i`;
  const [places, [floor]] = await Promise.all([run<Place>(query, found), run<Place>(query, last)]);
  return floor && places.length < limit ? { places, floor } : { places };
}

// Each branch is ordered and limited, so the planner merges them while walking. The limit is part
// of the text, so that the planner sees it.
function inOrder(
  { projectId, branches, column, from, to }: Stretch,
  limit: number,
  passedOver = 0,
): Sql {
  const key = raw(`i.${column}`);
  const furthest = raw(limit + passedOver);
  const each = branches.map(
    ({
      state,
    }) => sql`(SELECT i.*, ${key} AS key FROM issues i WHERE i.project_id = ${projectId} AND i.state = ${state}
      AND (${key}, i.id) < (${from.key}::bigint, ${from.id}::bigint)
      AND (${key}, i.id) >= (${to.key}::bigint, ${to.id}::bigint) ORDER BY ${key} DESC, i.id DESC LIMIT ${furthest})`,
  );
  const all = joined(each, " UNION ALL ");
  return sql`SELECT * FROM (${all}) i ORDER BY key DESC, id DESC LIMIT ${raw(limit)} OFFSET ${raw(passedOver)}`;
}
