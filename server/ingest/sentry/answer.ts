import { Buffer } from "node:buffer";
import type { EventId } from "#server/domain/ids.ts";
import { jsonReply } from "#server/ingest/reply.ts";
import type { IngestRequest, Reply } from "#server/ingest/request.ts";
import type { TakenEndpoint } from "./endpoint.ts";

/** What a client hears when its request was taken (PROTOCOL A.8, A.9). */
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
 * Tells the client to stop sending what is never kept, which saves its bandwidth. Only categories
 * that it has just sent, and never an empty list, for that would mean everything.
 */
function anHourWithout(categories: string[]): string {
  return `3600:${[...new Set(categories)].slice(0, 20).join(";")}:organization:not_supported`;
}

const transparentGif = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

function pixel(): Reply {
  const headers = { "content-type": "image/gif", "cache-control": "no-store" };
  return { status: 200, headers, body: Buffer.from(transparentGif, "base64") };
}
