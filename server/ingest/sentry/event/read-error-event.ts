import type { ErrorEvent, Note } from "#server/domain/event/error-event.ts";
import { routeOfAddress } from "#server/domain/event/route-of-address.ts";
import { parseEventId, type EventId } from "#server/domain/ids.ts";
import { type Json, type JsonObject, textOf } from "#server/domain/json.ts";
import { readUserAgent } from "#server/domain/user-agent/remember-user-agents.ts";
import type { ReadUserAgent } from "#server/domain/user-agent/user-agent.ts";
import type { Receipt } from "#server/ingest/request.ts";
import { readBreadcrumbs } from "./breadcrumbs.ts";
import { readContexts, readTrace } from "./contexts.ts";
import { readCsp } from "./csp.ts";
import { readExceptions } from "./exceptions.ts";
import { objectOf, trimmedText } from "./lenient.ts";
import { readLevel } from "./level.ts";
import { readMessage } from "./message.ts";
import { noteCorrected, noteTrimmed } from "./notes.ts";
import { readRequest } from "./request.ts";
import { nameRouteResponse } from "./route-response.ts";
import { readDebugImages, readModules, readSdk } from "./sdk.ts";
import { readTags, withDerivedTags } from "./tags.ts";
import { readThreads } from "./threads.ts";
import { driftOf, readTimestamp } from "./timestamps.ts";
import { withUserAgent } from "./user-agent.ts";
import { readUser } from "./user.ts";

/**
 * Reads a Sentry event payload of any age and format as an `ErrorEvent`. Malformed fields are
 * dropped, large ones truncated, both noted. No JSON value makes it throw.
 */
export function readErrorEvent(
  payload: JsonObject,
  receipt: Receipt,
  notes: Note[],
  userAgents: ReadUserAgent = readUserAgent,
): ErrorEvent {
  const text = (name: string, max: number) => trimmedText(payload[name], max, name, notes);
  const platform = text("platform", 64) ?? "other";
  const tags = readTags(payload["tags"], notes);
  const contexts = readContexts(payload["contexts"], notes);
  const threads = readThreads(payload, platform, notes);
  const event: ErrorEvent = {
    eventId: readEventId(payload["event_id"], receipt, notes),
    receivedAt: receipt.receivedAt,
    timestamp: readTimestamp(payload["timestamp"], receipt, notes),
    type: "default",
    level: readLevel(payload["level"], notes),
    platform,
    exceptions: withLoneStack(readExceptions(payload["exception"], platform, notes), threads),
    threads,
    breadcrumbs: readBreadcrumbs(payload["breadcrumbs"], driftOf(receipt), notes),
    tags,
    contexts,
    extra: objectOf(payload["extra"], "extra", notes) ?? {},
    modules: readModules(payload["modules"], notes),
    debugImages: readDebugImages(payload["debug_meta"]),
    notes,
    ...readMessage(payload, notes),
    ...readTrace(contexts, receipt.trace?.["trace_id"]),
    ...defined({
      logger: text("logger", 64),
      transaction: withRoute(text("transaction", 200), platform, receipt, notes),
      transactionSource: readSource(payload["transaction_info"]),
      release: text("release", 200)?.trim() ?? tagged(tags, "release"),
      dist: text("dist", 64),
      environment: text("environment", 64)?.trim() ?? tagged(tags, "environment"),
      serverName: text("server_name", 256),
      csp: readCsp(payload["csp"], notes),
      request: readRequest(payload["request"], notes),
      user: readUser(payload, receipt, notes),
      sdk: readSdk(payload["sdk"], receipt),
      fingerprint: readFingerprint(payload["fingerprint"], notes),
    }),
  };
  event.type = typeOf(event);
  nameRouteResponse(event);
  event.contexts = withUserAgent(contexts, event, receipt, userAgents);
  event.tags = withDerivedTags(event);
  return event;
}

const nilId = "0".repeat(32);

function readEventId(value: Json | undefined, { eventId }: Receipt, notes: Note[]): EventId {
  const sent = parseEventId(value);
  if (!sent && textOf(value) !== undefined)
    noteCorrected(notes, "event_id", "not 32 hexadecimal digits: replaced by a new ID");
  return (sent ?? eventId ?? nilId) as EventId;
}

/** Omits undefined fields: an event is kept small, and tests compare it. */
function defined<T extends object>(fields: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const present: { [name: string]: unknown } = {};
  for (const name in fields)
    if (fields[name] !== undefined && fields[name] !== "") present[name] = fields[name];
  return present as { [K in keyof T]?: NonNullable<T[K]> };
}

/** Old clients send one exception and its stack as siblings. */
function withLoneStack(
  exceptions: ErrorEvent["exceptions"],
  threads: ErrorEvent["threads"],
): ErrorEvent["exceptions"] {
  const [only] = exceptions;
  const [lone] = threads;
  if (exceptions.length !== 1 || only!.frames.length > 0 || !lone || lone.id !== undefined)
    return exceptions;
  threads.shift();
  return [{ ...only, frames: lone.frames }];
}

function typeOf({ csp, exceptions, threads }: ErrorEvent): ErrorEvent["type"] {
  if (csp) return "csp";
  return exceptions.length > 0 || threads.length > 0 ? "error" : "default";
}

const tagged = (tags: ErrorEvent["tags"], key: string) => tags.find(([name]) => name === key)?.[1];

/**
 * Clients send the root transaction of their trace with every envelope. A server's own name is
 * better than its caller's.
 */
function withRoute(
  sent: string | undefined,
  platform: string,
  { trace }: Receipt,
  notes: Note[],
): string | undefined {
  if (sent === undefined || platform !== "javascript") return sent;
  const route = routeOfAddress(sent, trace?.["transaction"]);
  if (route === undefined) return sent;
  noteCorrected(notes, "transaction", `“${sent}” is a URL of this route`);
  return route;
}

/** The source of the transaction's name: `url`, `route`, `custom`, … */
function readSource(value: Json | undefined): string | undefined {
  const source =
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? value["source"]
      : undefined;
  return typeof source === "string" ? source.slice(0, 40) : undefined;
}

const maxParts = 50;
const maxPart = 1_000;

/** Numbers and booleans count as text; null and objects are ignored. An empty list is none. */
function readFingerprint(value: Json | undefined, notes: Note[]): string[] | undefined {
  const parts = (Array.isArray(value) ? value : [value])
    .map(textOf)
    .filter((part) => part !== undefined);
  if (parts.length > maxParts) noteTrimmed(notes, "fingerprint", maxParts, parts.length, "parts");
  const kept = parts.slice(0, maxParts);
  kept.forEach((part, index) => {
    if (part.length > maxPart)
      noteTrimmed(notes, `fingerprint.${index}`, maxPart, part.length, "characters");
  });
  return kept.length > 0 ? kept.map((part) => part.slice(0, maxPart)) : undefined;
}
