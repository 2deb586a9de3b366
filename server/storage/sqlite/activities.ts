import type { DatabaseSync } from "node:sqlite";
import type { IssueId, ProjectId } from "#server/domain/ids.ts";
import type { Activity, LoggedAct } from "#server/domain/issue/activity.ts";
import {
  type ActivityRow,
  activityOf,
  type NamedActivityRow,
  namedActivityOf,
} from "#server/storage/layout/activity-row.ts";
import type { IssueStore } from "#server/storage/store.ts";
import { relateToRelease } from "./release-changes.ts";
import { prepare } from "./statement.ts";

const named = "a.id, a.issue_id, a.at, a.user_id, a.former, u.name, a.what, t.name AS to_name";
const names = "LEFT JOIN users u ON u.id = a.user_id LEFT JOIN users t ON t.id = a.what ->> '$.to'";
const selectNamed = `SELECT ${named} FROM activities a ${names} WHERE a.issue_id = ?`;

export function readActivity(reader: DatabaseSync): IssueStore["activity"] {
  const read = prepare<NamedActivityRow>(reader, `${selectNamed} ORDER BY a.at DESC, a.id DESC`);
  return async (_, issueId) => read.all(issueId).map(namedActivityOf);
}

/** What happened to an issue after an entry of the log, oldest first. */
export function readActsSince(database: DatabaseSync): (issueId: IssueId, after: number) => LoggedAct[] {
  const read = prepare<NamedActivityRow>(database, `${selectNamed} AND a.id > ? ORDER BY a.id`);
  return (issueId, after) => read.all(issueId, after).map(namedActivityOf);
}

/** How far back the log of all projects is looked through for one. */
const loggedMost = 20_000;
const recent = `SELECT ${named} FROM activities a CROSS JOIN issues i ON i.id = a.issue_id ${names}
  WHERE a.id > (SELECT coalesce(max(id), 0) FROM activities) - ${loggedMost} AND a.at >= ?
    AND i.project_id = ? AND a.what ->> 'kind' IN (SELECT value FROM json_each(?)) ORDER BY a.id DESC LIMIT ?`;

export function readRecentActivity(reader: DatabaseSync): IssueStore["recentActivity"] {
  const read = prepare<NamedActivityRow>(reader, recent);
  return async (projectId, { kinds, since, limit }) =>
    read.all(since, projectId, JSON.stringify(kinds), limit).map(namedActivityOf);
}

const follow = `SELECT a.id, i.project_id, a.issue_id, a.at, a.user_id, a.former, a.what
  FROM activities a CROSS JOIN issues i ON i.id = a.issue_id WHERE a.id > ? ORDER BY a.id LIMIT ?`;

export function followActivity(reader: DatabaseSync): IssueStore["activityAfter"] {
  const read = prepare<ActivityRow & { project_id: number }>(reader, follow);
  return async (after, limit) =>
    read.all(after, limit).map((row) => ({ id: row.id, projectId: row.project_id as ProjectId, ...activityOf(row) }));
}

export function newestActivity(reader: DatabaseSync): IssueStore["newestActivity"] {
  // The sequence and not the newest row: that one may have been deleted with its issue.
  const read = prepare<{ seq: number }>(reader, "SELECT seq FROM sqlite_sequence WHERE name = 'activities'");
  return async () => read.get()?.seq ?? 0;
}

/** For use inside a transaction. Returns the entry's id. */
export function addActivity(writer: DatabaseSync): (activity: Activity) => number {
  const insert = prepare<{ id: number }>(
    writer,
    "INSERT INTO activities (issue_id, at, user_id, what) VALUES (?, ?, ?, ?) RETURNING id",
  );
  const relate = relateToRelease(writer);
  return (activity) => {
    const { issueId, at, by, what } = activity;
    const { id } = insert.get(issueId, at, by.kind === "user" ? by.id : null, JSON.stringify(what))!;
    relate(activity);
    return id;
  };
}
