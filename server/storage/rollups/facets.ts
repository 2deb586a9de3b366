import { bucketEnd, bucketStart } from "#server/domain/rollup/tier.ts";
import type { Query } from "#server/storage/database.ts";
import { namesLookedAt, seenLookedAt } from "#server/storage/names/looked-at.ts";
import type { RollupFilter, RollupStore } from "#server/storage/rollups/rollup-store.ts";
import { allOf, ifGiven, type Sql, sql } from "#server/storage/sql.ts";

/** Filter choices, from whole days, so that a list of names need not read a year of rows. */
export function readFacets(query: Query): RollupStore["facets"] {
  return async (filter, most = namesLookedAt) => {
    const { projectId } = filter;
    const seen = seenIn(filter);
    const [services, releases] = await Promise.all([
      query<{ name: string }>(
        sql`SELECT service AS name FROM (${seen}) seen GROUP BY service ORDER BY count(*) DESC, service LIMIT ${most}`,
      ),
      query<{ name: string }>(
        sql`SELECT l.version AS name FROM (SELECT release_id, count(*) AS times FROM (${seen}) seen GROUP BY release_id) r
          JOIN rollup_releases l ON l.project_id = ${projectId} AND l.id = r.release_id
          WHERE l.version <> '' ORDER BY r.times DESC, r.release_id DESC LIMIT ${most}`,
      ),
    ]);
    return { services: sorted(services), releases: sorted(releases) };
  };
}

type Asked = Pick<
  RollupFilter,
  "projectId" | "since" | "until" | "service" | "release" | "environment"
>;

function seenIn({ projectId, since, until, service, release, environment }: Asked): Sql {
  const conditions = [
    sql`d.day >= ${bucketStart("day", since)} AND d.day < ${bucketEnd("day", until)}`,
    ifGiven(service, (name) => sql`d.service = ${name}`),
    ifGiven(
      release,
      (version) =>
        sql`d.release_id = (SELECT id FROM rollup_releases WHERE project_id = ${projectId} AND version = ${version})`,
    ),
    ifGiven(
      environment,
      (name) =>
        sql`d.environment_id = (SELECT id FROM environments WHERE project_id = ${projectId} AND name = ${name})`,
    ),
  ];
  return sql`SELECT d.service, d.release_id FROM rollup_days d WHERE d.project_id = ${projectId} AND ${allOf(conditions)}
    ORDER BY d.day DESC LIMIT ${seenLookedAt}`;
}

const sorted = (rows: { name: string }[]): string[] => rows.map(({ name }) => name).toSorted();
