import type { DatabaseSync } from "node:sqlite";
import { dayMs, hourOf } from "#server/domain/time.ts";
import type { ReleaseStore, SessionCounts } from "#server/storage/release-store.ts";
import { countsOf, type IssueRow, versionsOf } from "#server/storage/layout/release-issue-counts.ts";
import { prepare } from "./statement.ts";

type HealthRow = Omit<SessionCounts, "users" | "crashedUsers"> & { version: string };
type UserRow = { version: string; users: number; crashed: number };

// An empty environment filter is NULL: all of them.
const sessions = `SELECT version, sum(sessions) AS sessions, sum(crashed) AS crashed, sum(errored) AS errored,
  sum(abnormal) AS abnormal FROM release_hours
  WHERE project_id = ?1 AND hour >= ?2 AND hour < ?3 AND (?4 IS NULL OR environment = ?4) GROUP BY version`;
const users = `SELECT version, count(DISTINCT user_hash) AS users,
  count(DISTINCT CASE WHEN crashed = 1 THEN user_hash END) AS crashed FROM release_users
  WHERE project_id = ?1 AND day >= ?2 AND day < ?3 AND (?4 IS NULL OR environment = ?4) GROUP BY version`;
const regressed = `SELECT version, 'regressed' AS relation, count(*) AS issues FROM release_issues
  WHERE project_id = ?1 AND version IN (SELECT value FROM json_each(?2)) AND relation = 'regressed' GROUP BY version`;
const fresh = `SELECT first_release AS version, 'fresh' AS relation, count(*) AS issues FROM issues
  WHERE project_id = ?1 AND first_release IN (SELECT value FROM json_each(?2)) GROUP BY first_release`;
/** A row of `release_issues` as `r` whose issue `i` is still resolved that way: reopening leaves the row. */
export const isStillResolved = `i.standing ->> '$.state' = 'resolved'
  AND (r.relation = 'resolved' AND i.standing ->> '$.in.version' = r.version
    OR r.relation = 'resolved-after' AND i.standing ->> '$.in.after' = r.version)`;
const resolved = `SELECT r.version, r.relation, count(*) AS issues FROM release_issues r JOIN issues i ON i.id = r.issue_id
  WHERE r.project_id = ?1 AND r.version IN (SELECT value FROM json_each(?2)) AND ${isStillResolved}
  GROUP BY r.version, r.relation`;

export function releaseHealth(reader: DatabaseSync): Pick<ReleaseStore, "health" | "issueCounts"> {
  const sessionsOf = prepare<HealthRow>(reader, sessions);
  const usersOf = prepare<UserRow>(reader, users);
  const issuesOf = [fresh, regressed, resolved].map((sql) => prepare<IssueRow>(reader, sql));

  return {
    async health({ projectId, environment = null, since, until, withUsers = true }) {
      const counted = new Map<string, SessionCounts>();
      for (const { version, ...counts } of sessionsOf.all(projectId, hourOf(since), until, environment))
        counted.set(version, { ...counts, users: 0, crashedUsers: 0 });
      if (!withUsers) return counted;
      const day = Math.floor(since / dayMs) * dayMs;
      for (const row of usersOf.all(projectId, day, until, environment)) {
        const counts = counted.get(row.version);
        if (counts) Object.assign(counts, { users: row.users, crashedUsers: row.crashed });
      }
      return counted;
    },

    async issueCounts(projectId, places) {
      const wanted = JSON.stringify(versionsOf(places));
      return countsOf(
        places,
        issuesOf.flatMap((query) => query.all(projectId, wanted)),
      );
    },
  };
}
