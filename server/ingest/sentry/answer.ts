import { Buffer } from "node:buffer";
import type { EventId } from "#server/domain/ids.ts";
import { jsonReply } from "#server/ingest/reply.ts";
import type { IngestRequest, Reply } from "#server/ingest/request.ts";
import type { TakenEndpoint } from "./endpoint.ts";

/** The response to an accepted request (Sentry's developer docs, Envelopes and Rate Limiting). */
export function answer(
  request: IngestRequest,
  endpoint: TakenEndpoint,
  eventId: EventId | undefined,
  switchOff: string[],
): Reply {
  if (endpoint.kind === "store" && request.method === "GET") return pixel();
  if (endpoint.kind === "security") return { status: 200, headers: {}, body: "" };
  const reply = jsonReply(eventId ? { id: eventId } : {});
  if (switchOff.length > 0) reply.headers["x-sentry-rate-limits"] = anHourWithout(switchOff);
  return reply;
}

/**
 * Tells the client to stop sending categories that are never stored, which saves bandwidth. Only
 * categories that it has just sent, and never an empty list, which would mean all.
 */
function anHourWithout(categories: string[]): string {
  return `3600:${[...new Set(categories)].slice(0, 20).join(";")}:organization:not_supported`;
}

const transparentGif = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

function pixel(): Reply {
  const headers = { "content-type": "image/gif", "cache-control": "no-store" };
  return { status: 200, headers, body: Buffer.from(transparentGif, "base64") };
}
