import type { DatabaseSync } from "node:sqlite";
import type { NewFeedback } from "#server/storage/feedback/feedback-store.ts";
import type { DigestChanges } from "#server/storage/digest/digest-store.ts";
import { idBytes } from "#server/storage/events/row.ts";
import { wordsOf } from "#server/storage/feedback/feedback-row.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";

// An event's row may still reference a merged or deleted issue, because moving and removing events
// takes time.
const insert = `INSERT INTO feedback (project_id, feedback_id, received_at, message, name, email, url, environment, release,
  trace_id, about_event, issue_id, words) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11,
  (SELECT id FROM issues WHERE id = coalesce((SELECT into_id FROM merged_issues WHERE id = ?12), ?12)), ?13)
  ON CONFLICT DO NOTHING`;
// This query is the only cost for a batch of events when no feedback waits.
const anyWaiting =
  "SELECT 1 AS found FROM feedback WHERE issue_id IS NULL AND about_event IS NOT NULL LIMIT 1";
const link = `UPDATE feedback SET issue_id = ?
  WHERE project_id = ? AND about_event = ? AND issue_id IS NULL AND about_event IS NOT NULL`;

/**
 * Use in the batch's transaction. Stores new feedback, and links earlier feedback whose event has
 * arrived. One statement per row; PostgreSQL writes a batch in one (`digest/save.sqlite.ts`).
 */
export function addFeedback(
  writer: DatabaseSync,
): (changes: Pick<DigestChanges, "feedback" | "events">) => void {
  const add = prepare(writer, insert);
  const waiting = prepare<{ found: 1 }>(writer, anyWaiting);
  const join = prepare(writer, link);
  return ({ feedback, events }) => {
    for (const each of feedback) add.run(...valuesOf(each));
    if (events.length === 0 || !waiting.get()) return;
    for (const { issueId, projectId, eventId } of events)
      join.run(issueId, projectId, idBytes(eventId));
  };
}

function valuesOf(feedback: NewFeedback) {
  const { projectId, feedbackId, receivedAt, message, name, email, url, aboutEvent } = feedback;
  return [
    projectId,
    idBytes(feedbackId),
    receivedAt,
    message,
    name ?? null,
    email ?? null,
    url ?? null,
    feedback.environment ?? null,
    feedback.release ?? null,
    feedback.traceId ?? null,
    aboutEvent ? idBytes(aboutEvent) : null,
    feedback.issueId ?? null,
    wordsOf(feedback),
  ];
}
