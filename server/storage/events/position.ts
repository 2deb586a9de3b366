import { decodeCursor, encodeCursor } from "#server/storage/layout/keyset.ts";
import type { Page } from "#server/storage/store.ts";
import type { EventSummary } from "./event-store.ts";
import { idBytes, idText, type Position, type SummaryRow, summaryOf } from "./row.ts";

export const beginning = (since = 0): Position => ({
  received_at: since,
  event_id: new Uint8Array(),
});
const end: Position = { received_at: Number.MAX_SAFE_INTEGER, event_id: new Uint8Array() };

/** Where a list continues: the end of all events without a valid cursor. */
export function startOf(cursor: string | undefined): Position {
  const [receivedAt, eventId] = decodeCursor<[number, string]>(cursor, ["integer", "string"]) ?? [];
  if (receivedAt === undefined || !/^[0-9a-f]{32}$/.test(eventId!)) return end;
  return { received_at: receivedAt, event_id: idBytes(eventId as EventSummary["eventId"]) };
}

/** Without a full page, the next one starts below the floor, which was read itself. */
export function pageOf(rows: SummaryRow[], limit: number, floor?: Position): Page<EventSummary> {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : floor;
  return {
    rows: shown.map(summaryOf),
    ...(last && { next: encodeCursor([last.received_at, idText(last.event_id)]) }),
  };
}
