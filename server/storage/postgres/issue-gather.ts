import type { Query } from "./database.ts";
import { standingsCondition } from "./issue-filter.ts";
import type { Place, Stretch } from "./issue-walk.ts";
import { allOf, joined, raw, run, type Sql, sql } from "./sql.ts";

/**
 * The other way round from `walk`: takes the issues from a source, then sorts what meets the conditions. For filters
 * that let so few through that walking the order would pass by most of the project.
 */
export function gather(
  query: Query,
  source: Sql,
  { projectId, branches, column, from, to }: Stretch,
  conditions: Sql[],
  limit: number,
): Promise<Place[]> {
  const key = raw(`i.${column}`);
  return run<Place>(
    query,
    sql`SELECT i.id, ${key} AS key FROM issues i
      WHERE i.project_id = ${projectId} AND i.id = ANY(ARRAY(${source})) AND ${standingsCondition(branches)}
      AND (${key}, i.id) < (${from.key}::bigint, ${from.id}::bigint)
      AND (${key}, i.id) >= (${to.key}::bigint, ${to.id}::bigint) AND ${allOf(conditions)}
      ORDER BY key DESC, id DESC LIMIT ${raw(limit)}`,
  );
}

/** The smallest of the sources. Counting stops at `upTo`: those that reach it count as alike. */
export async function narrowest(query: Query, sources: Sql[], upTo: number): Promise<{ source: Sql; size: number }> {
  const counts = sources.map((source) => sql`(SELECT count(*) FROM (${source} LIMIT ${raw(upTo)}) s)`);
  const [row] = await run<{ sizes: number[] }>(query, sql`SELECT ARRAY[${joined(counts, ", ")}]::int[] AS sizes`);
  const sized = sources.map((source, at) => ({ source, size: row!.sizes[at]! }));
  return sized.reduce((best, each) => (each.size < best.size ? each : best));
}
