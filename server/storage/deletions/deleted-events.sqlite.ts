import type { DatabaseSync } from "node:sqlite";
import type { DiscardStore } from "#server/storage/discards/discard-store.ts";
import type { Connections } from "#server/storage/sqlite/connections.ts";
import type { DayFiles } from "#server/storage/sqlite/day-files.ts";
import { emptyDayOfIssue } from "./empty-day.sqlite.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";
import type { Write } from "#server/storage/sqlite/writing.ts";

type DeletionRow = { issue_id: number; first_day: string; day: string | null };

/**
 * Works from the newest day back to the issue's first. The transaction after the one that emptied a
 * day moves on: after a crash, the day is checked again and is empty.
 */
export function emptyDeletedIssues(
  { reader, writer }: Connections,
  write: Write,
  files: DayFiles,
): DiscardStore["emptySlice"] {
  // Waits for events that a merge or unmerge still moves.
  const next = `SELECT issue_id, first_day, day FROM issue_deletions d
    WHERE NOT EXISTS (SELECT 1 FROM event_moves WHERE d.issue_id IN (from_id, to_id)) ORDER BY issue_id LIMIT 1`;
  const waiting = prepare<DeletionRow>(reader, next);
  const oldest = prepare<DeletionRow>(writer, next);
  const leaveBehind = prepare(writer, "UPDATE issue_deletions SET day = ? WHERE issue_id = ?");
  const end = prepare(writer, "DELETE FROM issue_deletions WHERE issue_id = ?");

  function advance({ issue_id, first_day, day }: DeletionRow): void {
    const next = files.days().find((each) => (day === null || each < day) && each >= first_day);
    if (next === undefined) return void end.run(issue_id);
    const file = files.open(next);
    if (!file || emptyDayOfIssue(file.database, issue_id)) leaveBehind.run(next, issue_id);
  }

  return async () => {
    // Checks with the reader first: usually there is nothing to do, and no lock is needed.
    if (!waiting.get()) return false;
    return write(() => {
      const row = oldest.get();
      if (row) advance(row);
      return row !== undefined;
    });
  };
}

/** Whether an issue's events are being deleted and therefore hidden. */
export function deletedIssues(reader: DatabaseSync): (issueId: number) => boolean {
  const one = prepare<{ issue_id: number }>(
    reader,
    "SELECT issue_id FROM issue_deletions WHERE issue_id = ?",
  );
  return (issueId) => one.get(issueId) !== undefined;
}
