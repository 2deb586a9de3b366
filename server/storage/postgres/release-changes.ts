import type { ProjectId } from "#server/domain/ids.ts";
import type { Activity } from "#server/domain/issue/activity.ts";
import { dayMs } from "#server/domain/ledger.ts";
import { relationOf } from "#server/storage/layout/release-rows.ts";
import type { SessionChange } from "#server/storage/release-store.ts";
import type { Query } from "./database.ts";

const upsertHours = `INSERT INTO release_hours (project_id, hour, version, environment, sessions, crashed, errored, abnormal)
  SELECT $1, hour, version, environment, sum(sessions), sum(crashed), sum(errored), sum(abnormal)
  FROM unnest($2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[])
    AS change (hour, version, environment, sessions, crashed, errored, abnormal) GROUP BY hour, version, environment
  ON CONFLICT (project_id, hour, version, environment) DO UPDATE SET sessions = release_hours.sessions + excluded.sessions,
    crashed = release_hours.crashed + excluded.crashed, errored = release_hours.errored + excluded.errored,
    abnormal = release_hours.abnormal + excluded.abnormal`;
const upsertUsers = `INSERT INTO release_users (project_id, day, version, environment, user_hash, crashed)
  SELECT $1, day, version, environment, user_hash, max(crashed)
  FROM unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::bigint[])
    AS seen (day, version, environment, user_hash, crashed) GROUP BY day, version, environment, user_hash
  ON CONFLICT (project_id, day, version, environment, user_hash) DO UPDATE SET crashed = excluded.crashed
    WHERE release_users.crashed < excluded.crashed`;

/** For use inside a transaction that holds these projects. */
export async function saveSessions(query: Query, sessions: SessionChange[]): Promise<void> {
  const saving = [...Map.groupBy(sessions, ({ projectId }) => projectId)].flatMap(([projectId, changes]) => [
    saveHours(query, projectId, changes),
    saveUsers(query, projectId, changes),
  ]);
  await Promise.all(saving);
}

async function saveHours(query: Query, projectId: ProjectId, changes: SessionChange[]): Promise<void> {
  await query(
    upsertHours,
    projectId,
    changes.map(({ hour }) => hour),
    changes.map(({ release }) => release),
    changes.map(({ environment }) => environment),
    changes.map(({ sessions }) => sessions),
    changes.map(({ crashed }) => crashed),
    changes.map(({ errored }) => errored),
    changes.map(({ abnormal }) => abnormal),
  );
}

async function saveUsers(query: Query, projectId: ProjectId, changes: SessionChange[]): Promise<void> {
  const seen = changes.flatMap(({ users, ...change }) => users.map((user) => ({ ...change, user })));
  if (seen.length === 0) return;
  await query(
    upsertUsers,
    projectId,
    seen.map(({ hour }) => Math.floor(hour / dayMs) * dayMs),
    seen.map(({ release }) => release),
    seen.map(({ environment }) => environment),
    seen.map(({ user }) => user.hash),
    seen.map(({ user }) => Number(user.crashed)),
  );
}

const relate = `INSERT INTO release_issues (project_id, version, relation, issue_id)
  SELECT DISTINCT i.project_id, version, relation, i.id
  FROM unnest($2::text[], $3::text[], $4::bigint[]) AS said (version, relation, issue_id)
    JOIN issues i ON i.project_id = $1 AND i.id = said.issue_id ON CONFLICT DO NOTHING`;

/** What activities say of releases, beside the activities themselves. For use inside a transaction. */
export async function relateToRelease(query: Query, projectId: ProjectId, activities: Activity[]): Promise<void> {
  const said = activities.flatMap(({ issueId, what }) => {
    const relation = relationOf(what);
    return relation ? [{ issueId, ...relation }] : [];
  });
  if (said.length === 0) return;
  await query(
    relate,
    projectId,
    said.map(({ version }) => version),
    said.map(({ relation }) => relation),
    said.map(({ issueId }) => issueId),
  );
}
