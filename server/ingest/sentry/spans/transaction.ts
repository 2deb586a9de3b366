import { parseSpanId, parseTraceId, type TraceId } from "#server/domain/ids.ts";
import { isObject, type Json, type JsonObject } from "#server/domain/json.ts";
import { routeOf } from "#server/domain/trace/route-key.ts";
import type { Attributes, Span } from "#server/domain/trace/span.ts";
import { objectsOf, textOf } from "#server/ingest/sentry/event/lenient.ts";
import { attributesOfData, attributesOfExtras } from "./attributes.ts";
import { readLinks } from "./links.ts";
import { routeInName } from "./naming.ts";
import { describe, kindOfOperation } from "./operation.ts";
import { resourceOf, type Sender, serviceOf } from "./sender.ts";
import { readStatus } from "./status.ts";
import { nsOf } from "./times.ts";

/** Where a span stands: its trace where it does not say itself, and what it shares with its neighbours. */
type Surroundings = { traceId: TraceId | undefined; resource: Attributes; service: string; driftMs: number };

/**
 * A transaction (all SDKs but the newest JavaScript ones) as spans: `contexts.trace` is the root, `spans` lie below it
 * (PROTOCOL A.6). What has no valid ids or no start is left out and counted.
 */
export function transactionSpans(payload: JsonObject, sender: Sender, driftMs: number): (Span | undefined)[] {
  const trace = contextOf(payload);
  const data = attributesOfData(trace["data"]);
  const service = serviceOf(sender, data["service.name"] as Json | undefined);
  const resource = resourceOf(sender, service);
  const traceId = parseTraceId(trace["trace_id"]);
  const surroundings: Surroundings = { traceId, resource, service, driftMs };
  const children = objectsOf(payload["spans"], "spans", []).map((span) => childSpan(span, surroundings));
  return [rootSpan(payload, trace, data, surroundings), ...children];
}

/** A span on its own (JavaScript SDKs 9 and 10: web vitals) has the shape of a transaction's child. */
export function standaloneSpan(payload: JsonObject, sender: Sender, driftMs: number): Span | undefined {
  const named = isObject(payload["data"]) ? payload["data"]["service.name"] : undefined;
  const service = serviceOf(sender, named);
  return childSpan(payload, { traceId: undefined, resource: resourceOf(sender, service), service, driftMs });
}

function contextOf(payload: JsonObject): JsonObject {
  const contexts = payload["contexts"];
  return isObject(contexts) && isObject(contexts["trace"]) ? contexts["trace"] : {};
}

function rootSpan(
  payload: JsonObject,
  trace: JsonObject,
  data: Attributes,
  { traceId, resource, service, driftMs }: Surroundings,
): Span | undefined {
  const name = textOf(payload["transaction"]) ?? textOf(trace["op"]) ?? "unnamed";
  const info = payload["transaction_info"];
  const attributes = { ...attributesOfExtras(payload), ...requestAttributes(payload["request"]), ...data };
  const source = isObject(info) ? textOf(info["source"]) : undefined;
  if (source !== undefined) attributes["sentry.source"] ??= source;
  const route = routeInName(name, attributes["sentry.source"]);
  if (route !== undefined && routeOf(attributes) === undefined) attributes["http.route"] = route;
  const common = { name, attributes, traceId, resource, service, driftMs };
  const root = spanOf(
    { ...trace, start_timestamp: payload["start_timestamp"]!, timestamp: payload["timestamp"]! },
    common,
  );
  // What a transaction hangs from was made elsewhere: else it would be one of its spans.
  if (root?.parentSpanId) root.parentIsRemote = true;
  return root;
}

function childSpan(span: JsonObject, { traceId, ...rest }: Surroundings): Span | undefined {
  const description = textOf(span["description"]) ?? textOf(span["op"]) ?? "unnamed";
  const attributes = { ...attributesOfExtras(span), ...attributesOfData(span["data"]) };
  return spanOf(span, { name: description, attributes, traceId: parseTraceId(span["trace_id"]) ?? traceId, ...rest });
}

function spanOf(
  sent: JsonObject,
  { name, attributes, traceId, resource, service, driftMs }: Surroundings & { name: string; attributes: Attributes },
): Span | undefined {
  const spanId = parseSpanId(sent["span_id"]);
  const startedAtNs = nsOf(sent["start_timestamp"], driftMs);
  if (!traceId || !spanId || startedAtNs === undefined) return undefined;
  const op = textOf(sent["op"]) ?? textOf(attributes["sentry.op"] as Json) ?? "";
  const kind = kindOfOperation(op);
  const endedAtNs = nsOf(sent["timestamp"], driftMs) ?? startedAtNs;
  const parentSpanId = parseSpanId(sent["parent_span_id"]);
  const origin = textOf(sent["origin"]);
  return {
    traceId,
    spanId,
    ...(parentSpanId && { parentSpanId, parentIsRemote: false }),
    name: name.slice(0, 1_000),
    kind,
    service,
    startedAtNs,
    endedAtNs: endedAtNs < startedAtNs ? startedAtNs : endedAtNs,
    ...readStatus(sent["status"], undefined, kind),
    attributes: {
      ...(op !== "" && { "sentry.op": op }),
      ...(origin !== undefined && { "sentry.origin": origin }),
      ...describe(op, name, attributes),
    },
    events: [],
    links: readLinks(sent["links"]),
    resource,
  };
}

function requestAttributes(request: Json | undefined): Attributes {
  if (!isObject(request)) return {};
  const url = textOf(request["url"]);
  const method = textOf(request["method"]);
  return { ...(url && { "url.full": url }), ...(method && { "http.request.method": method }) };
}
