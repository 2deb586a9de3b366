import { derivedMechanism } from "#server/domain/event/same-failure.ts";
import type { Json, JsonObject } from "#server/domain/json.ts";
import { failureId } from "#server/domain/trace/failure-id.ts";
import { routeOf } from "#server/domain/trace/route-tree/route-key.ts";
import type { Attributes, AttributeValue } from "#server/domain/trace/span.ts";
import { canonicalKey, termOf, textsOf } from "#server/domain/trace/terms/terms.ts";
import { readStackText } from "./stack-text.ts";

/** An exception in a span event or a log record. */
type Reported = {
  /** `exception.type`, `.message`, `.stacktrace`, `.escaped`, and other attributes. */
  exception: Attributes;
  /** Attributes of its span; empty for a log record. */
  surroundings: Attributes;
  resource: Attributes;
  service: string;
  atNs: bigint;
  level: string;
  traceId?: string;
  spanId?: string;
  spanName?: string;
  /** The log record's body, if it has more than the exception. */
  message?: string;
};

/**
 * A Sentry event payload (input of `understand`) of an error, with an ID derived by `failureId`.
 */
export function exceptionEvent(reported: Reported): JsonObject {
  const { exception, surroundings, resource, service, atNs, level, traceId, spanId } = reported;
  const type = textAt(exception, "exception.type") ?? textAt(exception, "error.type");
  const message = textAt(exception, "exception.message");
  const attributes = { ...surroundings, ...exception };
  const payload: JsonObject = {
    event_id: failureId({ traceId, fallback: `${service} ${spanId ?? ""} ${atNs}`, type, message }),
    timestamp: Number(atNs / 1_000n) / 1e6,
    level,
    platform: platformOf(resource, textAt(exception, "exception.stacktrace") ?? ""),
    exception: { values: exceptionsOf(exception, type, message) },
    contexts: contextsOf(reported),
    tags: tagsOf(service, attributes),
    ...requestOf(attributes),
  };
  put(payload, "message", reported.message === message ? undefined : reported.message);
  put(payload, "transaction", routeOf(attributes));
  put(payload, "release", textAt(resource, "service.version"));
  put(payload, "environment", textAt(resource, "deployment.environment.name"));
  put(payload, "server_name", textAt(resource, "host.name"));
  const userId = textAt(attributes, "user.id");
  if (userId !== undefined) payload["user"] = { id: userId };
  const sdk = textAt(resource, "telemetry.sdk.name");
  if (sdk !== undefined)
    payload["sdk"] = { name: sdk, version: textAt(resource, "telemetry.sdk.version") ?? "" };
  return payload;
}

/** Oldest first: causes in the stack's text, then the exception. */
function exceptionsOf(
  exception: Attributes,
  type: string | undefined,
  message: string | undefined,
): JsonObject[] {
  const [own, ...causes] = readStackText(textAt(exception, "exception.stacktrace") ?? "");
  const escaped = exception["exception.escaped"];
  const mechanism: JsonObject = { type: derivedMechanism };
  // JavaScript's SDK sends an error's code (`42P01`) as its type, which is in the stack's first
  // line.
  const isCode = own?.type !== undefined && own.type !== type && own.value === message;
  if (isCode && type !== undefined) mechanism["source"] = type;
  if (escaped === true || escaped === "true") mechanism["handled"] = false;
  const outermost = exceptionOf(
    isCode ? own?.type : (type ?? own?.type),
    message ?? own?.value,
    own?.frames ?? [],
  );
  return [
    ...causes.map((cause) => exceptionOf(cause.type, cause.value, cause.frames)).toReversed(),
    { ...outermost, mechanism },
  ];
}

function exceptionOf(
  type: string | undefined,
  value: string | undefined,
  frames: JsonObject[],
): JsonObject {
  const exception: JsonObject = {};
  put(exception, "type", type);
  put(exception, "value", value);
  if (frames.length > 0) exception["stacktrace"] = { frames };
  return exception;
}

function contextsOf({ traceId, spanId, spanName, resource }: Reported): JsonObject {
  const trace: JsonObject = {};
  put(trace, "trace_id", traceId);
  put(trace, "span_id", spanId);
  put(trace, "description", spanName);
  const contexts: JsonObject = { otel: { resource: jsonOf(resource) } };
  if (traceId !== undefined) contexts["trace"] = trace;
  const runtime = textAt(resource, "process.runtime.name");
  if (runtime !== undefined)
    contexts["runtime"] = {
      name: runtime,
      version: textAt(resource, "process.runtime.version") ?? "",
    };
  return contexts;
}

const maxTags = 50;

/** Attributes that are indexed on traces become tags of events. */
function tagsOf(service: string, attributes: Attributes): JsonObject {
  const tags: JsonObject = { service };
  for (const key in attributes) {
    const name = canonicalKey(key);
    const [text] = textsOf(attributes[key]!);
    const isTag =
      text !== undefined && !name.startsWith("exception.") && termOf(name, text) !== undefined;
    if (isTag && Object.keys(tags).length < maxTags) tags[name] ??= text;
  }
  return tags;
}

function requestOf(attributes: Attributes): JsonObject {
  const path = textAt(attributes, "url.path");
  const host = textAt(attributes, "server.address");
  const origin =
    path !== undefined && host !== undefined
      ? `${textAt(attributes, "url.scheme") ?? "http"}://${host}`
      : "";
  const url = textAt(attributes, "url.full") ?? (path === undefined ? undefined : origin + path);
  const userAgent = textAt(attributes, "user_agent.original");
  if (url === undefined && userAgent === undefined) return {};
  const request: JsonObject = {};
  put(request, "url", url);
  put(request, "method", textAt(attributes, "http.request.method"));
  put(request, "query_string", textAt(attributes, "url.query"));
  if (userAgent !== undefined) request["headers"] = { "User-Agent": userAgent };
  return { request };
}

const platforms = new Map<string, string>([
  ["nodejs", "node"],
  ["webjs", "javascript"],
  ["dotnet", "csharp"],
]);

/** The SDK's language; if it is missing, judged by the stack's format. */
function platformOf(resource: Attributes, stack: string): string {
  const language = textAt(resource, "telemetry.sdk.language");
  if (language !== undefined) return platforms.get(language) ?? language;
  if (/^\s*File ".+", line \d+/m.test(stack)) return "python";
  if (/\.java:\d+\)/.test(stack)) return "java";
  return /:\d+:\d+\)?$/m.test(stack) ? "javascript" : "other";
}

function textAt(attributes: Attributes, key: string): string | undefined {
  const value = attributes[key];
  const [text] = value === undefined ? [] : textsOf(value);
  return text === "" ? undefined : text;
}

function put(object: JsonObject, name: string, value: string | undefined): void {
  if (value !== undefined) object[name] = value;
}

/** Bigints, which JSON lacks, as their digits. */
function jsonOf(value: AttributeValue): Json {
  if (typeof value === "bigint") return String(value);
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  if (Array.isArray(value)) return value.map(jsonOf);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, jsonOf(each)]));
}
