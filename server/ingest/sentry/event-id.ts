import { createHash } from "node:crypto";
import type { EventId } from "#server/domain/ids.ts";
import { parseEventId } from "#server/domain/ids.ts";
import type { JsonObject } from "#server/domain/json.ts";
import type { IngestRequest } from "#server/ingest/request.ts";

/**
 * Writes its final id into each event and returns the id to answer with: the envelope's for the first event, an event's
 * own otherwise, a made one where neither is a UUID. The same request read again yields the same ids.
 */
export function settleEventIds(events: JsonObject[], headerId: unknown, request: IngestRequest): EventId | undefined {
  const ofEnvelope = parseEventId(headerId);
  events.forEach((event, index) => {
    const own = parseEventId(event["event_id"]);
    event["event_id"] = (index === 0 ? ofEnvelope : undefined) ?? own ?? madeId(request, index);
  });
  return (events[0]?.["event_id"] as EventId | undefined) ?? ofEnvelope;
}

function madeId(request: IngestRequest, index: number): string {
  const fresh = parseEventId(request.freshId);
  if (fresh && index === 0) return fresh;
  const hash = createHash("sha256").update(`${fresh ?? ""} ${request.receivedAt} ${request.remoteAddress} ${index} `);
  return hash.update(request.body).digest("hex").slice(0, 32);
}
