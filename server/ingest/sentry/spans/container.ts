import type { Note } from "#server/domain/event/error-event.ts";
import { parseSpanId, parseTraceId } from "#server/domain/ids.ts";
import { type Json, type JsonObject, textOf } from "#server/domain/json.ts";
import { routeOf } from "#server/domain/trace/route-tree/route-key.ts";
import type { Attributes, Span } from "#server/domain/trace/span.ts";
import { objectsOf } from "#server/ingest/sentry/event/lenient.ts";
import { endOf, nameWithin } from "./span-notes.ts";
import { attributesOfTyped } from "./attributes.ts";
import { readLinks } from "./links.ts";
import { routeInName, segmentName } from "./naming.ts";
import { describe, kindOfOperation } from "./operation.ts";
import { resourceOf, type Sender, serviceOf } from "./sender.ts";
import { readStatus } from "./status.ts";
import { nsOf } from "./times.ts";

/**
 * A container of spans (`…span.v2+json`, JavaScript SDKs since 11): `{ version, items }`. Undefined
 * for other items.
 */
export function containerSpans(
  payload: JsonObject,
  sender: Sender,
  driftMs: number,
): (Span | undefined)[] {
  const resources = new Map<string, Attributes>();
  return objectsOf(payload["items"], "items", []).map((item) =>
    readItem(item, sender, driftMs, resources),
  );
}

function readItem(
  item: JsonObject,
  sender: Sender,
  driftMs: number,
  resources: Map<string, Attributes>,
): Span | undefined {
  const traceId = parseTraceId(item["trace_id"]);
  const spanId = parseSpanId(item["span_id"]);
  const startedAtNs = nsOf(item["start_timestamp"], driftMs);
  if (!traceId || !spanId || startedAtNs === undefined) return undefined;
  const notes: Note[] = [];
  const sent = attributesOfTyped(item["attributes"], notes);
  const named = textOf(item["name"]) ?? "unnamed";
  const isSegment = item["is_segment"] === true;
  const op = textOf(sent["sentry.op"] as Json) ?? "";
  const kind = kindOfOperation(op);
  const route = isSegment
    ? routeInName(named, sent["sentry.segment.name.source"] ?? sent["sentry.source"])
    : undefined;
  const attributes = describe(op, named, withoutSender(sent));
  if (route !== undefined && routeOf(attributes) === undefined) attributes["http.route"] = route;
  const resource = shared(resources, resourceOfItem(sender, sent));
  const endedAtNs = endOf(startedAtNs, nsOf(item["end_timestamp"], driftMs), notes);
  const parentSpanId = parseSpanId(item["parent_span_id"]);
  return {
    traceId,
    spanId,
    ...(parentSpanId && { parentSpanId, parentIsRemote: isSegment }),
    name: isSegment ? segmentName(nameWithin(named, notes), attributes) : nameWithin(named, notes),
    kind,
    service: String(resource["service.name"]),
    startedAtNs,
    endedAtNs,
    ...readStatus(item["status"], sent["sentry.status.message"] as Json | undefined, kind),
    attributes,
    events: [],
    links: readLinks(item["links"], notes),
    resource,
    ...(notes.length > 0 && { notes }),
  };
}

/** Each span repeats its sender; the envelope has the rest. */
function resourceOfItem(sender: Sender, sent: Attributes): Attributes {
  const text = (name: string) => textOf(sent[name] as Json | undefined);
  const own: Sender = {
    ...sender,
    sdkName: text("sentry.sdk.name") ?? sender.sdkName,
    sdkVersion: text("sentry.sdk.version") ?? sender.sdkVersion,
    release: text("sentry.release") ?? sender.release,
    environment: text("sentry.environment") ?? sender.environment,
  };
  return resourceOf(own, serviceOf(own, sent["service.name"] as Json | undefined));
}

/** One object for all equal resources, so that it is written once. */
function shared(resources: Map<string, Attributes>, resource: Attributes): Attributes {
  const key = JSON.stringify(resource);
  const known = resources.get(key) ?? resource;
  resources.set(key, known);
  return known;
}

// Attributes that the resource or the span's fields contain, and internal ones of the SDK.
const senders =
  /^sentry\.(?:sdk\.|release$|environment$|trace_lifecycle$|segment\.(?:id|name)$|status\.message$)|^service\.name$/;

function withoutSender(sent: Attributes): Attributes {
  const attributes: Attributes = {};
  for (const key in sent) if (!senders.test(key)) attributes[key] = sent[key]!;
  return attributes;
}
