import type { DatabaseSync } from "node:sqlite";
import { type Issue, issueTitle } from "#server/domain/issue/issue.ts";
import type { NewBulkAct } from "#server/storage/bulk/bulk-store.ts";
import { dayOf } from "#server/storage/sqlite/day-files.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";

const discard = `INSERT INTO discarded_fingerprints (project_id, hash, issue_id, short_id, title, at, user_id)
  SELECT project_id, hash, issue_id, ?2, ?3, ?4, ?5 FROM fingerprints WHERE issue_id = ?1
  ON CONFLICT DO UPDATE SET issue_id = excluded.issue_id, short_id = excluded.short_id, at = excluded.at`;

// Issues merged into it whose events are not moved yet.
const alsoEmpty = `INSERT INTO issue_deletions (issue_id, project_id, first_day)
  SELECT from_id, project_id, first_day FROM event_moves WHERE to_id = ?1 AND hashes IS NULL
  ON CONFLICT DO NOTHING`;

/**
 * Use in a transaction. The issue's fingerprints, tags, hours, users, and activities are deleted
 * with it. Its events are hidden immediately and deleted in the background
 * (`deleted-events.sqlite.ts`). `discardFor`: the user who discards future events. Triggers and
 * foreign keys replace PostgreSQL's statements.
 */
export function deleteIssue(writer: DatabaseSync): (issue: Issue, discardFor?: NewBulkAct) => void {
  const remember = prepare(writer, discard);
  const empty = prepare(
    writer,
    "INSERT INTO issue_deletions (issue_id, project_id, first_day) VALUES (?, ?, ?)",
  );
  const emptyMoving = prepare(writer, alsoEmpty);
  const remove = prepare(writer, "DELETE FROM issues WHERE id = ?");
  return (issue, discardFor) => {
    const { id, projectId, shortId, firstSeen } = issue;
    if (discardFor)
      remember.run(id, shortId, issueTitle(issue).slice(0, 200), discardFor.at, discardFor.by);
    empty.run(id, projectId, dayOf(firstSeen));
    emptyMoving.run(id);
    remove.run(id);
  };
}
