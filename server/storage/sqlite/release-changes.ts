import type { DatabaseSync } from "node:sqlite";
import type { Activity } from "#server/domain/issue/activity.ts";
import { dayMs } from "#server/domain/ledger.ts";
import { relationOf } from "#server/storage/layout/release-rows.ts";
import type { SessionChange } from "#server/storage/release-store.ts";
import { prepare } from "./statement.ts";

const upsertHour = `INSERT INTO release_hours (project_id, hour, version, environment, sessions, crashed, errored, abnormal)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET sessions = sessions + excluded.sessions,
    crashed = crashed + excluded.crashed, errored = errored + excluded.errored, abnormal = abnormal + excluded.abnormal`;
const upsertUser = `INSERT INTO release_users (project_id, day, version, environment, user_hash, crashed)
  VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET crashed = max(crashed, excluded.crashed)`;

/** For use inside a transaction. */
export function addSessions(writer: DatabaseSync): (changes: SessionChange[]) => void {
  const addHour = prepare(writer, upsertHour);
  const addUser = prepare(writer, upsertUser);
  return (changes) => {
    for (const { projectId, release, environment, hour, sessions, crashed, errored, abnormal, users } of changes) {
      addHour.run(projectId, hour, release, environment, sessions, crashed, errored, abnormal);
      const day = Math.floor(hour / dayMs) * dayMs;
      for (const user of users) addUser.run(projectId, day, release, environment, user.hash, user.crashed ? 1 : 0);
    }
  };
}

const relate = `INSERT INTO release_issues (project_id, version, relation, issue_id)
  SELECT project_id, ?1, ?2, id FROM issues WHERE id = ?3 ON CONFLICT DO NOTHING`;

/** What an activity says of a release, beside the activity itself. For use inside a transaction. */
export function relateToRelease(writer: DatabaseSync): (activity: Activity) => void {
  const add = prepare(writer, relate);
  return ({ issueId, what }) => {
    const said = relationOf(what);
    if (said) add.run(said.version, said.relation, issueId);
  };
}
