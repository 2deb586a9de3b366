import type { ProjectId } from "#server/domain/ids.ts";
import type { Activity } from "#server/domain/issue/activity.ts";
import type { OutcomeEntry } from "#server/domain/outcomes.ts";
import { dayMs } from "#server/domain/time.ts";
import { overSessionUsers, type RowRoom } from "#server/storage/layout/row-room.ts";
import { relationOf } from "#server/storage/releases/release-rows.ts";
import type { SessionChange } from "#server/storage/releases/release-store.ts";
import { columnsOf } from "#server/storage/postgres/columns.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import { storedText } from "#server/storage/postgres/stored-text.ts";

const upsertHours = `INSERT INTO release_hours (project_id, hour, version, environment, sessions, crashed, errored, abnormal)
  SELECT $1, hour, version, environment, sum(sessions), sum(crashed), sum(errored), sum(abnormal)
  FROM unnest($2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[])
    AS change (hour, version, environment, sessions, crashed, errored, abnormal) GROUP BY hour, version, environment
  ON CONFLICT (project_id, hour, version, environment) DO UPDATE SET sessions = release_hours.sessions + excluded.sessions,
    crashed = release_hours.crashed + excluded.crashed, errored = release_hours.errored + excluded.errored,
    abnormal = release_hours.abnormal + excluded.abnormal`;
const insertUsers = `INSERT INTO release_users (project_id, day, version, environment, user_hash, crashed)
  SELECT DISTINCT $1::bigint, day, version, environment, user_hash, 0
  FROM unnest($2::bigint[], $3::text[], $4::text[], $5::text[]) AS seen (day, version, environment, user_hash)
  ON CONFLICT (project_id, day, version, environment, user_hash) DO NOTHING RETURNING day, version, environment`;
const markCrashed = `UPDATE release_users u SET crashed = 1
  FROM unnest($2::bigint[], $3::text[], $4::text[], $5::text[]) AS seen (day, version, environment, user_hash)
  WHERE u.project_id = $1 AND u.day = seen.day AND u.version = seen.version AND u.environment = seen.environment
    AND u.user_hash = seen.user_hash AND u.crashed = 0`;
const countUsers = `SELECT count(*) AS count FROM release_users
  WHERE project_id = $1 AND day = $2 AND version = $3 AND environment = $4`;

/** Use in a transaction that holds these projects. */
export async function saveSessions(
  query: Query,
  sessions: SessionChange[],
  room: RowRoom,
): Promise<OutcomeEntry[]> {
  const byProject = [...Map.groupBy(sessions, ({ projectId }) => projectId)];
  await Promise.all(byProject.map(([projectId, changes]) => saveHours(query, projectId, changes)));
  const over = await Promise.all(
    byProject.map(([projectId, changes]) => saveUsers(query, projectId, changes, room)),
  );
  return over.flat();
}

async function saveHours(
  query: Query,
  projectId: ProjectId,
  changes: SessionChange[],
): Promise<void> {
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

type SeenUser = {
  day: number;
  version: string;
  environment: string;
  hash: string;
  crashed: boolean;
};

const placeOf = (
  projectId: ProjectId,
  { day, version, environment }: Omit<SeenUser, "hash" | "crashed">,
): string => [projectId, day, storedText(version), storedText(environment)].join("\n");

/** If a release has too many users that day, only known users are tracked. */
async function saveUsers(
  query: Query,
  projectId: ProjectId,
  changes: SessionChange[],
  room: RowRoom,
): Promise<OutcomeEntry[]> {
  const used = changes
    .filter(({ users }) => users.length > 0)
    .map((change) => ({ change, users: usersOf(change) }));
  for (const { users } of used) await readRoom(query, projectId, users[0]!, room);
  const over = used.filter(({ users }) => !room.has(placeOf(projectId, users[0]!)));
  const placed = used.filter((each) => !over.includes(each)).flatMap(({ users }) => users);
  const crashed = used.flatMap(({ users }) => users.filter((user) => user.crashed));
  if (placed.length > 0) {
    const added = await query<SeenUser>(insertUsers, projectId, ...columnsOf(placed.map(rowOf)));
    for (const user of added) room.take(placeOf(projectId, user));
  }
  if (crashed.length > 0) await query(markCrashed, projectId, ...columnsOf(crashed.map(rowOf)));
  return over.map(({ change, users }) => overSessionUsers(change, users.length));
}

const rowOf = ({ day, version, environment, hash }: SeenUser) => [day, version, environment, hash];

const usersOf = ({ hour, release: version, environment, users }: SessionChange): SeenUser[] =>
  users.map((user) => ({ day: Math.floor(hour / dayMs) * dayMs, version, environment, ...user }));

async function readRoom(
  query: Query,
  projectId: ProjectId,
  user: SeenUser,
  room: RowRoom,
): Promise<void> {
  const [place, now] = [placeOf(projectId, user), Date.now()];
  if (!room.isUnknown(place, now)) return;
  const [row] = await query<{ count: number }>(
    countUsers,
    projectId,
    user.day,
    user.version,
    user.environment,
  );
  room.read(place, row!.count, now);
}

const relate = `INSERT INTO release_issues (project_id, version, relation, issue_id)
  SELECT DISTINCT i.project_id, version, relation, i.id
  FROM unnest($2::text[], $3::text[], $4::bigint[]) AS said (version, relation, issue_id)
    JOIN issues i ON i.project_id = $1 AND i.id = said.issue_id ON CONFLICT DO NOTHING`;

/** Relations of activities to releases, in addition to the activities. Use in a transaction. */
export async function relateToRelease(
  query: Query,
  projectId: ProjectId,
  activities: Activity[],
): Promise<void> {
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
