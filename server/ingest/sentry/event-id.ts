import { createHash } from "node:crypto";
import type { EventId } from "#server/domain/ids.ts";
import { parseEventId } from "#server/domain/ids.ts";
import type { IngestRequest } from "#server/ingest/request.ts";
import type { EventReading } from "./reading.ts";

/**
 * Writes its final ID into each event and returns the response's ID: the envelope's for the first
 * event, otherwise the event's own, or a generated one if neither is a UUID. Reading the same
 * request again yields the same IDs.
 */
export function settleEventIds(
  events: EventReading[],
  headerId: unknown,
  request: IngestRequest,
): EventId | undefined {
  const ofEnvelope = parseEventId(headerId);
  const ids = events.map((event, index) => {
    const own = parseEventId(event.payload["event_id"]);
    const id = (index === 0 ? ofEnvelope : undefined) ?? own ?? madeId(request, index);
    if (id !== own) delete event.source;
    event.payload["event_id"] = id;
    return id;
  });
  return ids[0] ?? ofEnvelope;
}

function madeId(request: IngestRequest, index: number): EventId {
  const fresh = parseEventId(request.freshId);
  if (fresh && index === 0) return fresh;
  const hash = createHash("sha256").update(
    `${fresh ?? ""} ${request.receivedAt} ${request.remoteAddress} ${index} `,
  );
  return hash.update(request.body).digest("hex").slice(0, 32) as EventId;
}
