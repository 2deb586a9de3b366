import { levels } from "#server/domain/event/error-event.ts";
import type { EventId, FingerprintHash, IssueId, ProjectId } from "#server/domain/ids.ts";
import type { EventSummary, StoredEvent } from "#server/storage/store.ts";
import type { EventRow, SummaryRow } from "./event-statements.ts";
import { bodyIn } from "#server/storage/layout/packs.ts";

/** 32 hex digits in half the space: the id stands in the row and in two indexes. */
export function idBytes(eventId: EventId): Uint8Array {
  const bytes = Buffer.from(eventId, "hex");
  if (bytes.length !== 16) throw new Error(`${JSON.stringify(eventId)} is not the 32 hex digits of an event id`);
  return bytes;
}

export const idText = (bytes: Uint8Array): EventId => Buffer.from(bytes).toString("hex") as EventId;

export function summaryOf(row: SummaryRow): EventSummary {
  return {
    projectId: row.project_id as ProjectId,
    eventId: idText(row.event_id),
    issueId: row.issue_id as IssueId,
    receivedAt: row.received_at,
    timestamp: row.timestamp,
    level: levels[row.level]!,
    title: row.title,
    ...(row.environment !== null && { environment: row.environment }),
    ...(row.release !== null && { release: row.release }),
    ...(row.user !== null && { user: row.user }),
    ...(row.trace_id !== null && { traceId: row.trace_id }),
    tags: JSON.parse(row.tags) as [string, string][],
  };
}

export function eventOf(row: EventRow): StoredEvent {
  const body = bodyIn(row.frame, row.raw_bytes, row.offset, row.length);
  return { ...summaryOf(row), hash: row.hash as FingerprintHash, body };
}
