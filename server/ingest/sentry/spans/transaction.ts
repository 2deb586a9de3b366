import type { Note } from "#server/domain/event/error-event.ts";
import { parseSpanId, parseTraceId, type TraceId } from "#server/domain/ids.ts";
import { isObject, type Json, type JsonObject, textOf } from "#server/domain/json.ts";
import { routeOf } from "#server/domain/trace/route-tree/route-key.ts";
import type { Attributes, Span } from "#server/domain/trace/span.ts";
import { objectsOf } from "#server/ingest/sentry/event/lenient.ts";
import { endOf, nameWithin } from "./span-notes.ts";
import { attributesOfData, attributesOfExtras } from "./attributes.ts";
import { readLinks } from "./links.ts";
import { routeInName } from "./naming.ts";
import { describe, kindOfOperation } from "./operation.ts";
import { resourceOf, type Sender, serviceOf } from "./sender.ts";
import { readStatus } from "./status.ts";
import { nameWithRoute, nestedRoute } from "./nested-route.ts";
import { nsOf } from "./times.ts";

/** Context of a span: its default trace, and data shared with its neighbors. */
type Surroundings = {
  traceId: TraceId | undefined;
  resource: Attributes;
  service: string;
  driftMs: number;
};

/**
 * A transaction (all SDKs except the newest JavaScript ones) as spans: `contexts.trace` is the
 * root, `spans` are below it (Sentry's developer docs, Envelope Items). Spans without valid IDs or
 * a start are dropped and counted.
 */
export function transactionSpans(
  payload: JsonObject,
  sender: Sender,
  driftMs: number,
): (Span | undefined)[] {
  const trace = contextOf(payload);
  const notes: Note[] = [];
  const data = attributesOfData(trace["data"], notes);
  const service = serviceOf(sender, data["service.name"] as Json | undefined);
  const resource = resourceOf(sender, service);
  const traceId = parseTraceId(trace["trace_id"]);
  const surroundings: Surroundings = { traceId, resource, service, driftMs };
  const children = objectsOf(payload["spans"], "spans", []).map((span) =>
    childSpan(span, surroundings),
  );
  return [rootSpan(payload, trace, { data, notes }, surroundings), ...children];
}

/**
 * A standalone span (JavaScript SDKs 9 and 10: web vitals) has the format of a transaction's child.
 */
export function standaloneSpan(
  payload: JsonObject,
  sender: Sender,
  driftMs: number,
): Span | undefined {
  const data = isObject(payload["data"]) ? payload["data"] : {};
  const own: Sender = {
    ...sender,
    release: sender.release ?? textOf(data["release"]),
    environment: sender.environment ?? textOf(data["environment"]),
  };
  const service = serviceOf(own, data["service.name"], payload);
  return childSpan(payload, {
    traceId: undefined,
    resource: resourceOf(own, service),
    service,
    driftMs,
  });
}

function contextOf(payload: JsonObject): JsonObject {
  const contexts = payload["contexts"];
  return isObject(contexts) && isObject(contexts["trace"]) ? contexts["trace"] : {};
}

function rootSpan(
  payload: JsonObject,
  trace: JsonObject,
  { data, notes }: { data: Attributes; notes: Note[] },
  { traceId, resource, service, driftMs }: Surroundings,
): Span | undefined {
  const name = textOf(payload["transaction"]) ?? textOf(trace["op"]) ?? "unnamed";
  const info = payload["transaction_info"];
  const attributes = {
    ...attributesOfExtras(payload, notes),
    ...requestAttributes(payload["request"]),
    ...userAttributes(payload["user"]),
    ...data,
  };
  const source = isObject(info) ? textOf(info["source"]) : undefined;
  if (source !== undefined) attributes["sentry.source"] ??= source;
  const route = routeInName(name, attributes["sentry.source"]);
  if (route !== undefined && routeOf(attributes) === undefined) attributes["http.route"] = route;
  const whole = nestedRoute(attributes, trace["origin"]);
  if (whole !== undefined) attributes["http.route"] = whole;
  const shown = whole === undefined ? name : nameWithRoute(name, whole);
  const common = { name: shown, attributes, notes, traceId, resource, service, driftMs };
  const root = spanOf(
    { ...trace, start_timestamp: payload["start_timestamp"]!, timestamp: payload["timestamp"]! },
    common,
  );
  // A transaction's parent is in another process; otherwise, it would be one of its spans.
  if (root?.parentSpanId) root.parentIsRemote = true;
  return root;
}

function childSpan(span: JsonObject, { traceId, ...rest }: Surroundings): Span | undefined {
  const description = textOf(span["description"]) ?? textOf(span["op"]) ?? "unnamed";
  const notes: Note[] = [];
  const attributes = {
    ...attributesOfExtras(span, notes),
    ...attributesOfData(span["data"], notes),
  };
  return spanOf(span, {
    name: description,
    attributes,
    notes,
    traceId: parseTraceId(span["trace_id"]) ?? traceId,
    ...rest,
  });
}

type Told = { name: string; attributes: Attributes; notes: Note[] };

function spanOf(
  sent: JsonObject,
  { name, attributes, notes, traceId, resource, service, driftMs }: Surroundings & Told,
): Span | undefined {
  const spanId = parseSpanId(sent["span_id"]);
  const startedAtNs = nsOf(sent["start_timestamp"], driftMs);
  if (!traceId || !spanId || startedAtNs === undefined) return undefined;
  const op = textOf(sent["op"]) ?? textOf(attributes["sentry.op"] as Json) ?? "";
  const kind = kindOfOperation(op);
  const endedAtNs = endOf(startedAtNs, nsOf(sent["timestamp"], driftMs), notes);
  const parentSpanId = parseSpanId(sent["parent_span_id"]);
  const origin = textOf(sent["origin"]);
  return {
    traceId,
    spanId,
    ...(parentSpanId && { parentSpanId, parentIsRemote: false }),
    name: nameWithin(name, notes),
    kind,
    service,
    startedAtNs,
    endedAtNs,
    ...readStatus(sent["status"], undefined, kind),
    attributes: {
      ...(op !== "" && { "sentry.op": op }),
      ...(origin !== undefined && { "sentry.origin": origin }),
      ...describe(op, name, attributes),
    },
    events: [],
    links: readLinks(sent["links"], notes),
    resource,
    ...(notes.length > 0 && { notes }),
  };
}

function requestAttributes(request: Json | undefined): Attributes {
  if (!isObject(request)) return {};
  const url = textOf(request["url"]);
  const method = textOf(request["method"]);
  return { ...(url && { "url.full": url }), ...(method && { "http.request.method": method }) };
}

/**
 * By the conventions' names, which newer SDKs send themselves. Network addresses are not copied.
 */
function userAttributes(user: Json | undefined): Attributes {
  if (!isObject(user)) return {};
  const { id, email, username, name } = user;
  const told = {
    "user.id": textOf(id),
    "user.email": textOf(email),
    "user.name": textOf(username) ?? textOf(name),
  };
  return Object.fromEntries(Object.entries(told).filter(([, text]) => text)) as Attributes;
}
