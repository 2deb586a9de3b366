import type { DatabaseSync } from "node:sqlite";
import { dayMs } from "#server/domain/ledger.ts";
import type { ReleaseStore, SessionCounts } from "#server/storage/release-store.ts";
import { prepare } from "./statement.ts";

type HealthRow = Omit<SessionCounts, "users" | "crashedUsers"> & { version: string };
type UserRow = { version: string; users: number; crashed: number };
type IssueRow = { version: string; relation: string; issues: number };

// An empty environment filter is NULL: all of them.
const sessions = `SELECT version, sum(sessions) AS sessions, sum(crashed) AS crashed, sum(errored) AS errored,
  sum(abnormal) AS abnormal FROM release_hours
  WHERE project_id = ?1 AND hour >= ?2 AND hour < ?3 AND (?4 IS NULL OR environment = ?4) GROUP BY version`;
const users = `SELECT version, count(DISTINCT user_hash) AS users,
  count(DISTINCT CASE WHEN crashed = 1 THEN user_hash END) AS crashed FROM release_users
  WHERE project_id = ?1 AND day >= ?2 AND day < ?3 AND (?4 IS NULL OR environment = ?4) GROUP BY version`;
const related = `SELECT version, relation, count(*) AS issues FROM release_issues
  WHERE project_id = ?1 AND version IN (SELECT value FROM json_each(?2)) GROUP BY version, relation`;
const fresh = `SELECT first_release AS version, 'fresh' AS relation, count(*) AS issues FROM issues
  WHERE project_id = ?1 AND first_release IN (SELECT value FROM json_each(?2)) GROUP BY first_release`;
// "In the next release" is the first one seen after the one it was resolved after.
const next = `SELECT r.version, 'resolved' AS relation, count(*) AS issues FROM releases r
  JOIN release_issues i ON i.project_id = r.project_id AND i.relation = 'resolved-after' AND i.version = (
    SELECT version FROM releases WHERE project_id = r.project_id AND (first_seen, version) < (r.first_seen, r.version)
    ORDER BY first_seen DESC, version DESC LIMIT 1)
  WHERE r.project_id = ?1 AND r.version IN (SELECT value FROM json_each(?2)) GROUP BY r.version`;

export function releaseHealth(reader: DatabaseSync): Pick<ReleaseStore, "health" | "issueCounts"> {
  const sessionsOf = prepare<HealthRow>(reader, sessions);
  const usersOf = prepare<UserRow>(reader, users);
  const issuesOf = [fresh, related, next].map((sql) => prepare<IssueRow>(reader, sql));

  return {
    async health({ projectId, environment = null, since, until }) {
      const counted = new Map<string, SessionCounts>();
      for (const { version, ...counts } of sessionsOf.all(projectId, since, until, environment))
        counted.set(version, { ...counts, users: 0, crashedUsers: 0 });
      const day = Math.floor(since / dayMs) * dayMs;
      for (const row of usersOf.all(projectId, day, until, environment)) {
        const counts = counted.get(row.version);
        if (counts) Object.assign(counts, { users: row.users, crashedUsers: row.crashed });
      }
      return counted;
    },

    async issueCounts(projectId, versions) {
      const counts = new Map(versions.map((version) => [version, { fresh: 0, regressed: 0, resolved: 0 }]));
      const wanted = JSON.stringify(versions);
      for (const { version, relation, issues } of issuesOf.flatMap((query) => query.all(projectId, wanted))) {
        const count = counts.get(version);
        if (count && relation in count) count[relation as keyof typeof count] += issues;
      }
      return counts;
    },
  };
}
