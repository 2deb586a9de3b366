import { levels } from "#server/domain/event/error-event.ts";
import type { EventId, FingerprintHash, IssueId, ProjectId } from "#server/domain/ids.ts";
import type { EventSummary, StoredEvent } from "#server/storage/events/event-store.ts";
import { readTags } from "./event-tags.ts";
import { bodyIn } from "#server/storage/layout/packs.ts";

/**
 * `received_at` holds `EventSummary.at`: rows of versions that used receipt time stay valid without
 * a rewrite.
 */
export type Position = { received_at: number; event_id: Uint8Array };

export type SummaryRow = Position & {
  id: number;
  project_id: number;
  issue_id: number;
  timestamp: number;
  level: number;
  title: string;
  environment: string | null;
  release: string | null;
  user: string | null;
  trace_id: string | null;
  span_id: string | null;
  tags: string;
};

export type EventRow = SummaryRow & {
  hash: string;
  offset: number;
  length: number;
  raw_bytes: number;
  frame: Uint8Array;
};

/** 32 hexadecimal digits as bytes, at half the size: the ID is in the row and in two indexes. */
export function idBytes(eventId: EventId): Uint8Array {
  const bytes = Buffer.from(eventId, "hex");
  if (bytes.length !== 16)
    throw new Error(`${JSON.stringify(eventId)} is not an event ID of 32 hexadecimal digits`);
  return bytes;
}

export const idText = (bytes: Uint8Array): EventId => Buffer.from(bytes).toString("hex") as EventId;

export function summaryOf(row: SummaryRow): EventSummary {
  return {
    projectId: row.project_id as ProjectId,
    eventId: idText(row.event_id),
    issueId: row.issue_id as IssueId,
    at: row.received_at,
    timestamp: row.timestamp,
    level: levels[row.level]!,
    title: row.title,
    ...(row.environment !== null && { environment: row.environment }),
    ...(row.release !== null && { release: row.release }),
    ...(row.user !== null && { user: row.user }),
    ...(row.trace_id !== null && { traceId: row.trace_id }),
    ...(row.span_id !== null && { spanId: row.span_id }),
    tags: readTags(row.tags),
  };
}

export function eventOf(row: EventRow): StoredEvent {
  const body = bodyIn(row.frame, row.raw_bytes, row.offset, row.length);
  return { ...summaryOf(row), hash: row.hash as FingerprintHash, body };
}
