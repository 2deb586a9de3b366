import type { DatabaseSync } from "node:sqlite";
import type { Activity } from "#server/domain/issue/activity.ts";
import { cardinalityLimits } from "#server/domain/cardinality/limits.ts";
import type { OutcomeEntry } from "#server/domain/outcomes.ts";
import { dayMs } from "#server/domain/time.ts";
import { overSessionUsers, RowRoom } from "#server/storage/layout/row-room.ts";
import { relationOf } from "#server/storage/releases/release-rows.ts";
import type { SessionChange } from "#server/storage/releases/release-store.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";

const upsertHour = `INSERT INTO release_hours (project_id, hour, version, environment, sessions, crashed, errored, abnormal)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET sessions = sessions + excluded.sessions,
    crashed = crashed + excluded.crashed, errored = errored + excluded.errored, abnormal = abnormal + excluded.abnormal`;
const insertUser = `INSERT INTO release_users (project_id, day, version, environment, user_hash, crashed)
  VALUES (?, ?, ?, ?, ?, 0) ON CONFLICT DO NOTHING`;
const ofPlace = "project_id = ? AND day = ? AND version = ? AND environment = ?";
const markCrashed = `UPDATE release_users SET crashed = 1 WHERE ${ofPlace} AND user_hash = ? AND crashed = 0`;

/** Returns outcomes of users without room. Use in a transaction. One statement per row; PostgreSQL writes a batch in one (`digest/save.sqlite.ts`). */
export function addSessions(
  writer: DatabaseSync,
  room: RowRoom = new RowRoom(cardinalityLimits.sessionUsers.most),
): (changes: SessionChange[]) => OutcomeEntry[] {
  const addHour = prepare(writer, upsertHour);
  const addUser = prepare(writer, insertUser);
  const crash = prepare(writer, markCrashed);
  const count = prepare<{ count: number }>(
    writer,
    `SELECT count(*) AS count FROM release_users WHERE ${ofPlace}`,
  );

  /** If a release has too many users that day, only known users are tracked. */
  function addUsers({ projectId, release, environment, hour, users }: SessionChange): number {
    const place = [projectId, Math.floor(hour / dayMs) * dayMs, release, environment] as const;
    const [key, now] = [place.join("\n"), Date.now()];
    if (room.isUnknown(key, now)) room.read(key, count.get(...place)!.count, now);
    let over = 0;
    for (const user of users) {
      if (!room.has(key)) over += 1;
      else if (addUser.run(...place, user.hash) > 0) room.take(key);
      if (user.crashed) crash.run(...place, user.hash);
    }
    return over;
  }

  return (changes) => {
    const over: OutcomeEntry[] = [];
    for (const change of changes) {
      const { projectId, release, environment, hour, sessions, crashed, errored, abnormal, users } =
        change;
      addHour.run(projectId, hour, release, environment, sessions, crashed, errored, abnormal);
      const refused = users.length > 0 ? addUsers(change) : 0;
      if (refused > 0) over.push(overSessionUsers(change, refused));
    }
    return over;
  };
}

const relate = `INSERT INTO release_issues (project_id, version, relation, issue_id)
  SELECT project_id, ?1, ?2, id FROM issues WHERE id = ?3 ON CONFLICT DO NOTHING`;

/** Relation of an activity to a release, in addition to the activity. Use in a transaction. */
export function relateToRelease(writer: DatabaseSync): (activity: Activity) => void {
  const add = prepare(writer, relate);
  return ({ issueId, what }) => {
    const said = relationOf(what);
    if (said) add.run(said.version, said.relation, issueId);
  };
}
