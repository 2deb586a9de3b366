import { dayMs, hourOf } from "#server/domain/time.ts";
import type { ReleaseStore, SessionCounts } from "#server/storage/release-store.ts";
import { countsOf, type IssueRow, versionsOf } from "#server/storage/layout/release-issue-counts.ts";
import type { Query } from "./database.ts";

type HealthRow = Omit<SessionCounts, "users" | "crashedUsers"> & { version: string };
type UserRow = { version: string; users: number; crashed: number };

// An empty environment filter is NULL: all of them.
const selectSessions = `SELECT version, sum(sessions) AS sessions, sum(crashed) AS crashed, sum(errored) AS errored,
  sum(abnormal) AS abnormal FROM release_hours
  WHERE project_id = $1 AND hour >= $2 AND hour < $3 AND ($4::text IS NULL OR environment = $4) GROUP BY version`;
const selectUsers = `SELECT version, count(DISTINCT user_hash) AS users,
  count(DISTINCT user_hash) FILTER (WHERE crashed = 1) AS crashed FROM release_users
  WHERE project_id = $1 AND day >= $2 AND day < $3 AND ($4::text IS NULL OR environment = $4) GROUP BY version`;
const countRegressed = `SELECT version, 'regressed' AS relation, count(*) AS issues FROM release_issues
  WHERE project_id = $1 AND version = ANY($2::text[]) AND relation = 'regressed' GROUP BY version`;
const countFresh = `SELECT first_release AS version, 'fresh' AS relation, count(*) AS issues FROM issues
  WHERE project_id = $1 AND first_release = ANY($2::text[]) GROUP BY first_release`;
/** A row of `release_issues` as `r` whose issue `i` is still resolved that way: reopening leaves the row. */
export const isStillResolved = `i.standing::jsonb ->> 'state' = 'resolved'
  AND (r.relation = 'resolved' AND i.standing::jsonb #>> '{in,version}' = r.version
    OR r.relation = 'resolved-after' AND i.standing::jsonb #>> '{in,after}' = r.version)`;
const countResolved = `SELECT r.version, r.relation, count(*) AS issues
  FROM release_issues r JOIN issues i ON i.project_id = $1 AND i.id = r.issue_id
  WHERE r.project_id = $1 AND r.version = ANY($2::text[]) AND ${isStillResolved} GROUP BY r.version, r.relation`;

export function releaseHealth(query: Query): Pick<ReleaseStore, "health" | "issueCounts"> {
  return {
    async health({ projectId, environment = null, since, until, withUsers = true }) {
      const day = Math.floor(since / dayMs) * dayMs;
      const [sessions, users] = await Promise.all([
        query<HealthRow>(selectSessions, projectId, hourOf(since), until, environment),
        withUsers ? query<UserRow>(selectUsers, projectId, day, until, environment) : [],
      ]);
      const byVersion = new Map(users.map((row) => [row.version, row]));
      return new Map(
        sessions.map(({ version, ...counts }) => {
          const seen = byVersion.get(version);
          return [version, { ...counts, users: seen?.users ?? 0, crashedUsers: seen?.crashed ?? 0 }];
        }),
      );
    },

    async issueCounts(projectId, places) {
      const versions = versionsOf(places);
      const counted = await Promise.all(
        [countFresh, countRegressed, countResolved].map((select) => query<IssueRow>(select, projectId, versions)),
      );
      return countsOf(places, counted.flat());
    },
  };
}
