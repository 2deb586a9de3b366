import type { DatabaseSync } from "node:sqlite";
import type { Activity } from "#server/domain/issue/activity.ts";
import { relateToRelease } from "#server/storage/releases/changes.sqlite.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";

/** Use in a transaction, including the digest's. Returns the entry's ID. */
export function addActivity(writer: DatabaseSync): (activity: Activity) => number {
  const insert = prepare<{ id: number }>(
    writer,
    "INSERT INTO activities (issue_id, at, user_id, what) VALUES (?, ?, ?, ?) RETURNING id",
  );
  const relate = relateToRelease(writer);
  return (activity) => {
    const { issueId, at, by, what } = activity;
    const { id } = insert.get(
      issueId,
      at,
      by.kind === "user" ? by.id : null,
      JSON.stringify(what),
    )!;
    relate(activity);
    return id;
  };
}
