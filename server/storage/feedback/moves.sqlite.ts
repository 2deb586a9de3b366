import type { DatabaseSync } from "node:sqlite";
import type { DayFiles } from "#server/storage/sqlite/day-files.ts";
import { firstOf, opened } from "#server/storage/events/days.sqlite.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";

type Row = { id: number; project_id: number; about_event: Uint8Array };

/**
 * After an unmerge, moves feedback about events of the part. A merge moves it like every row of an
 * issue (`grouping/merge-rows.sqlite.ts`). Use in a transaction after the events are moved.
 */
export function feedbackFollows(
  writer: DatabaseSync,
  files: DayFiles,
): (issueId: number, lastId: number) => void {
  const read = prepare<Row>(
    writer,
    "SELECT id, project_id, about_event FROM feedback WHERE issue_id = ? AND about_event IS NOT NULL",
  );
  const move = prepare(
    writer,
    "UPDATE feedback SET issue_id = i.id FROM issues i WHERE feedback.id = ? AND i.id = ?",
  );
  return (issueId, lastId) => {
    for (const { id, project_id, about_event } of read.all(issueId)) {
      const event = firstOf(opened(files, files.days()), (file) =>
        file.issueOf.get(project_id, about_event, lastId),
      );
      if (event && event.issue_id !== issueId) move.run(id, event.issue_id);
    }
  };
}
