import type { EventId, ProjectId } from "#server/domain/ids.ts";
import { isObject, type Json, type JsonObject } from "#server/domain/json.ts";
import type { IngestRequest, Receipt } from "#server/ingest/request.ts";
import { hintHeadersIn } from "#server/domain/user-agent/client-hints.ts";
import { endingInDots } from "./event/lenient.ts";
import { parseTime } from "./event/timestamps.ts";

/** Data about a request's events from outside them. */
export function receiptOf(
  request: IngestRequest,
  projectId: ProjectId,
  headers: JsonObject,
  eventId: EventId | undefined,
): Receipt {
  const { receivedAt, remoteAddress } = request;
  const receipt: Receipt = { projectId, receivedAt, remoteAddress };
  const userAgent = request.headers["user-agent"];
  const sentAt = parseTime(headers["sent_at"]);
  const trace = stringsOf(headers["trace"], [
    "trace_id",
    "release",
    "environment",
    "transaction",
    "sampled",
  ]);
  const sdk = stringsOf(headers["sdk"], ["name", "version"]);
  const clientHints = hintHeadersIn(request.headers);
  if (userAgent) receipt.userAgent = userAgent;
  if (clientHints) receipt.clientHints = clientHints;
  if (sentAt !== undefined) receipt.sentAt = sentAt;
  if (eventId) receipt.eventId = eventId;
  if (trace) receipt.trace = trace;
  if (sdk?.["name"]) receipt.sdk = { name: sdk["name"], version: sdk["version"] ?? "" };
  return receipt;
}

function stringsOf(
  value: Json | undefined,
  names: string[],
): { [name: string]: string } | undefined {
  if (!isObject(value)) return undefined;
  const strings: { [name: string]: string } = {};
  for (const name of names) {
    const field = value[name];
    if (typeof field === "string") strings[name] = endingInDots(field, 200);
  }
  return strings;
}
