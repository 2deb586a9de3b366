import type { Query } from "#server/storage/postgres/database.ts";
import { anyStatusCondition } from "#server/storage/issue-search/filter.postgres.ts";
import type { Source } from "#server/storage/issue-search/sources.postgres.ts";
import type { Place, Stretch } from "#server/storage/issues/stretch.ts";
import { allOf, joined, raw, type Sql, sql } from "#server/storage/sql.ts";
import { run } from "#server/storage/postgres/noun-database.ts";

/**
 * The reverse of `walk`: takes issues from a source, then sorts the matching ones. For filters so
 * selective that walking in order would skip most of the project. Each is looked up by ID (OFFSET
 * 0), so that the planner considers no other index.
 */
export function gather(
  query: Query,
  source: Source,
  stretch: Stretch,
  conditions: Sql[],
  limit: number,
): Promise<Place[]> {
  const found = gathered(source, stretch, conditions);
  return run<Place>(
    query,
    sql`SELECT i.id, i.key FROM (${found}) i ORDER BY i.key DESC, i.id DESC LIMIT ${raw(limit)}`,
  );
}

/** Number of issues, up to a limit. */
export async function countAmong(
  query: Query,
  source: Source,
  stretch: Stretch,
  conditions: Sql[],
  upTo: number,
): Promise<number> {
  const found = sql`${gathered(source, stretch, conditions)} LIMIT ${upTo}`;
  const [row] = await run<{ count: number }>(
    query,
    sql`SELECT count(*) AS count FROM (${found}) found`,
  );
  return row!.count;
}

function gathered({ ids, answered }: Source, stretch: Stretch, conditions: Sql[]): Sql {
  const { projectId, branches, column, from, to } = stretch;
  const key = raw(`i.${column}`);
  return sql`SELECT i.id, ${key} AS key FROM (SELECT DISTINCT unnest(ARRAY(${ids})) AS id) s
    CROSS JOIN LATERAL (SELECT * FROM issues i WHERE i.project_id = ${projectId} AND i.id = s.id OFFSET 0) i
    WHERE ${anyStatusCondition(branches)} AND (${key}, i.id) < (${from.key}::bigint, ${from.id}::bigint)
    AND (${key}, i.id) >= (${to.key}::bigint, ${to.id}::bigint)
    AND ${allOf(conditions.filter((condition) => condition !== answered))}`;
}

/** The smallest source. Counting stops at `upTo`; sources that reach it count as equal. */
export async function narrowest(
  query: Query,
  sources: Source[],
  upTo: number,
): Promise<Source & { size: number }> {
  const counts = sources.map(
    ({ ids }) => sql`(SELECT count(*) FROM (${ids} LIMIT ${raw(upTo)}) s)`,
  );
  const [row] = await run<{ sizes: number[] }>(
    query,
    sql`SELECT ARRAY[${joined(counts, ", ")}]::int[] AS sizes`,
  );
  const sized = sources.map((source, at) => ({ ...source, size: row!.sizes[at]! }));
  return sized.reduce((best, each) => (each.size < best.size ? each : best));
}
