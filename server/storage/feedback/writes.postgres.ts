import type { ProjectId } from "#server/domain/ids.ts";
import type { DigestChanges } from "#server/storage/digest/digest-store.ts";
import type { NewFeedback } from "#server/storage/feedback/feedback-store.ts";
import { idBytes } from "#server/storage/events/row.ts";
import { wordsOf } from "#server/storage/feedback/feedback-row.ts";
import type { Query } from "#server/storage/postgres/database.ts";

// An event's row may still reference a merged or deleted issue, because moving and removing events
// takes time.
const insert = `INSERT INTO feedback (project_id, feedback_id, received_at, message, name, email, url, environment, release,
    trace_id, about_event, issue_id, words)
  SELECT $1, f.feedback_id, f.received_at, f.message, f.name, f.email, f.url, f.environment, f.release, f.trace_id,
    f.about_event, i.id, f.words
  FROM unnest($2::bytea[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[],
      $11::bytea[], $12::bigint[], $13::text[])
    WITH ORDINALITY AS f (feedback_id, received_at, message, name, email, url, environment, release, trace_id, about_event,
      issue_id, words, place)
    LEFT JOIN merged_issues m ON m.project_id = $1 AND m.id = f.issue_id
    LEFT JOIN issues i ON i.project_id = $1 AND i.id = coalesce(m.into_id, f.issue_id)
  ORDER BY f.place ON CONFLICT (project_id, feedback_id) DO NOTHING`;
const link = `UPDATE feedback f SET issue_id = e.issue_id FROM unnest($2::bytea[], $3::bigint[]) AS e (event_id, issue_id)
  WHERE f.project_id = $1 AND f.about_event = e.event_id AND f.issue_id IS NULL AND f.about_event IS NOT NULL`;

type Changes = Pick<DigestChanges, "feedback" | "events">;

/**
 * Use in the batch's transaction. Stores new feedback, and links earlier feedback whose event has
 * arrived.
 */
export async function saveFeedback(query: Query, { feedback, events }: Changes): Promise<void> {
  const said = Map.groupBy(feedback, ({ projectId }) => projectId);
  const came = Map.groupBy(events, ({ projectId }) => projectId);
  await Promise.all([...said].map(([projectId, each]) => add(query, projectId, each)));
  await Promise.all([...came].map(([projectId, each]) => join(query, projectId, each)));
}

async function add(query: Query, projectId: ProjectId, feedback: NewFeedback[]): Promise<void> {
  const texts = (name: "name" | "email" | "url" | "environment" | "release" | "traceId") =>
    feedback.map((each) => each[name] ?? null);
  await query(
    insert,
    projectId,
    feedback.map(({ feedbackId }) => idBytes(feedbackId)),
    feedback.map(({ receivedAt }) => receivedAt),
    feedback.map(({ message }) => message),
    texts("name"),
    texts("email"),
    texts("url"),
    texts("environment"),
    texts("release"),
    texts("traceId"),
    feedback.map(({ aboutEvent }) => (aboutEvent ? idBytes(aboutEvent) : null)),
    feedback.map(({ issueId }) => issueId ?? null),
    feedback.map(wordsOf),
  );
}

async function join(query: Query, projectId: ProjectId, events: Changes["events"]): Promise<void> {
  await query(
    link,
    projectId,
    events.map(({ eventId }) => idBytes(eventId)),
    events.map(({ issueId }) => issueId),
  );
}
