import { dayMs } from "#server/domain/ledger.ts";
import type { ReleaseStore, SessionCounts } from "#server/storage/release-store.ts";
import type { Query } from "./database.ts";

type HealthRow = Omit<SessionCounts, "users" | "crashedUsers"> & { version: string };
type UserRow = { version: string; users: number; crashed: number };
type IssueRow = { version: string; relation: string; issues: number };

// An empty environment filter is NULL: all of them.
const selectSessions = `SELECT version, sum(sessions) AS sessions, sum(crashed) AS crashed, sum(errored) AS errored,
  sum(abnormal) AS abnormal FROM release_hours
  WHERE project_id = $1 AND hour >= $2 AND hour < $3 AND ($4::text IS NULL OR environment = $4) GROUP BY version`;
const selectUsers = `SELECT version, count(DISTINCT user_hash) AS users,
  count(DISTINCT user_hash) FILTER (WHERE crashed = 1) AS crashed FROM release_users
  WHERE project_id = $1 AND day >= $2 AND day < $3 AND ($4::text IS NULL OR environment = $4) GROUP BY version`;
const countRelated = `SELECT version, relation, count(*) AS issues FROM release_issues
  WHERE project_id = $1 AND version = ANY($2::text[]) GROUP BY version, relation`;
const countFresh = `SELECT first_release AS version, 'fresh' AS relation, count(*) AS issues FROM issues
  WHERE project_id = $1 AND first_release = ANY($2::text[]) GROUP BY first_release`;
/** The release that was first seen just before `r`: "in the next release" is the first one seen after what it was resolved after. */
export const releaseBefore = `SELECT b.version FROM releases b
  WHERE b.project_id = $1 AND (b.first_seen, b.version) < (r.first_seen, r.version)
  ORDER BY b.first_seen DESC, b.version DESC LIMIT 1`;
const countForNext = `SELECT r.version, 'resolved' AS relation, count(*) AS issues
  FROM releases r CROSS JOIN LATERAL (${releaseBefore}) before
    JOIN release_issues i ON i.project_id = $1 AND i.version = before.version AND i.relation = 'resolved-after'
  WHERE r.project_id = $1 AND r.version = ANY($2::text[]) GROUP BY r.version`;

export function releaseHealth(query: Query): Pick<ReleaseStore, "health" | "issueCounts"> {
  return {
    async health({ projectId, environment = null, since, until }) {
      const day = Math.floor(since / dayMs) * dayMs;
      const [sessions, users] = await Promise.all([
        query<HealthRow>(selectSessions, projectId, since, until, environment),
        query<UserRow>(selectUsers, projectId, day, until, environment),
      ]);
      const byVersion = new Map(users.map((row) => [row.version, row]));
      return new Map(
        sessions.map(({ version, ...counts }) => {
          const seen = byVersion.get(version);
          return [version, { ...counts, users: seen?.users ?? 0, crashedUsers: seen?.crashed ?? 0 }];
        }),
      );
    },

    async issueCounts(projectId, versions) {
      const counts = new Map(versions.map((version) => [version, { fresh: 0, regressed: 0, resolved: 0 }]));
      const counted = await Promise.all(
        [countFresh, countRelated, countForNext].map((select) => query<IssueRow>(select, projectId, versions)),
      );
      for (const { version, relation, issues } of counted.flat()) {
        const count = counts.get(version);
        if (count && relation in count) count[relation as keyof typeof count] += issues;
      }
      return counts;
    },
  };
}
