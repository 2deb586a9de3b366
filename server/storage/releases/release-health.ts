import type { ProjectId } from "#server/domain/ids.ts";
import type { ReleaseIssueCounts } from "#server/domain/release/issue-relation.ts";
import { dayMs, hourOf } from "#server/domain/time.ts";
import type { Query } from "#server/storage/database.ts";
import { allOf, byDialect, ifGiven, isAnyText, raw, type Sql, sql } from "#server/storage/sql.ts";
import type { ReleasePlace, ReleaseStore, SessionCounts } from "./release-store.ts";

/** `relation` is `fresh` or one of `release_issues`. */
type IssueRow = { version: string; relation: string; issues: number };

/** Versions to count: releases and their predecessors. */
const versionsOf = (places: readonly ReleasePlace[]): string[] => [
  ...new Set(
    places.flatMap(({ version, previous }) =>
      previous === undefined ? [version] : [version, previous],
    ),
  ),
];

type HealthRow = Omit<SessionCounts, "users" | "crashedUsers"> & { version: string };
type UserRow = { version: string; users: number; crashed: number };

/**
 * A row `r` of `release_issues` whose issue `i` is still resolved that way: reopening leaves the
 * row.
 */
export const isStillResolved: Sql = byDialect(
  raw(`i.standing ->> '$.state' = 'resolved' AND (r.relation = 'resolved' AND i.standing ->> '$.in.version' = r.version
    OR r.relation = 'resolved-after' AND i.standing ->> '$.in.after' = r.version)`),
  raw(`i.standing::jsonb ->> 'state' = 'resolved'
    AND (r.relation = 'resolved' AND i.standing::jsonb #>> '{in,version}' = r.version
      OR r.relation = 'resolved-after' AND i.standing::jsonb #>> '{in,after}' = r.version)`),
);

/** The three kinds that `countsOf` combines. */
const issueCounts = (projectId: ProjectId, versions: string[]): Sql[] => [
  sql`SELECT first_release AS version, 'fresh' AS relation, count(*) AS issues FROM issues
    WHERE project_id = ${projectId} AND ${isAnyText(raw("first_release"), versions)} GROUP BY first_release`,
  sql`SELECT version, 'regressed' AS relation, count(*) AS issues FROM release_issues
    WHERE project_id = ${projectId} AND ${isAnyText(raw("version"), versions)} AND relation = 'regressed' GROUP BY version`,
  sql`SELECT r.version, r.relation, count(*) AS issues
    FROM release_issues r JOIN issues i ON i.project_id = ${projectId} AND i.id = r.issue_id
    WHERE r.project_id = ${projectId} AND ${isAnyText(raw("r.version"), versions)} AND ${isStillResolved}
    GROUP BY r.version, r.relation`,
];

export function releaseHealth(query: Query): Pick<ReleaseStore, "health" | "issueCounts"> {
  return {
    async health({ projectId, environment, since, until, withUsers = true }) {
      const day = Math.floor(since / dayMs) * dayMs;
      const isInEnvironment = allOf([
        ifGiven(environment, (environment) => sql`environment = ${environment}`),
      ]);
      const [sessions, users] = await Promise.all([
        query<HealthRow>(sql`SELECT version, sum(sessions) AS sessions, sum(crashed) AS crashed, sum(errored) AS errored,
            sum(abnormal) AS abnormal FROM release_hours
          WHERE project_id = ${projectId} AND hour >= ${hourOf(since)} AND hour < ${until} AND ${isInEnvironment} GROUP BY version`),
        withUsers
          ? query<UserRow>(sql`SELECT version, count(DISTINCT user_hash) AS users,
            count(DISTINCT CASE WHEN crashed = 1 THEN user_hash END) AS crashed FROM release_users
          WHERE project_id = ${projectId} AND day >= ${day} AND day < ${until} AND ${isInEnvironment} GROUP BY version`)
          : [],
      ]);
      const byVersion = new Map(users.map((row) => [row.version, row]));
      return new Map(
        sessions.map(({ version, ...counts }) => {
          const seen = byVersion.get(version);
          return [
            version,
            { ...counts, users: seen?.users ?? 0, crashedUsers: seen?.crashed ?? 0 },
          ];
        }),
      );
    },

    async issueCounts(projectId, places) {
      const counts = issueCounts(projectId, versionsOf(places));
      return countsOf(
        places,
        (await Promise.all(counts.map((each) => query<IssueRow>(each)))).flat(),
      );
    },
  };
}

/** “In the next release” counts for the release after the one at that time. */
function countsOf(
  places: readonly ReleasePlace[],
  rows: readonly IssueRow[],
): Map<string, ReleaseIssueCounts> {
  const known = new Map(
    rows.map(({ version, relation, issues }) => [`${relation} ${version}`, issues]),
  );
  const count = (relation: string, version: string | undefined) =>
    known.get(`${relation} ${version}`) ?? 0;
  return new Map(
    places.map(({ version, previous }) => [
      version,
      {
        fresh: count("fresh", version),
        regressed: count("regressed", version),
        resolved:
          count("resolved", version) +
          (previous === undefined ? 0 : count("resolved-after", previous)),
      },
    ]),
  );
}
