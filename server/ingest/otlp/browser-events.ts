import { createHash } from "node:crypto";
import type { SpanId, TraceId } from "#server/domain/ids.ts";
import { isVitalReport } from "#server/domain/trace/browser-span.ts";
import type { Span } from "#server/domain/trace/span.ts";
import type { LogRecord } from "./decode/decode-logs.ts";

/** `browser.web_vital`, `browser.navigation`, …: few events, from which web vitals are derived. */
export const isBrowserEvent = ({ eventName }: LogRecord): boolean =>
  eventName.startsWith("browser.") || eventName === "web-vital";

/**
 * Browser events stored as spans without duration: in their trace next to the navigation they
 * measure, searchable by name and attribute, and deleted with the trace. An event without a trace
 * forms one with others of its session. IDs are derived from the content, so a batch sent twice is
 * stored once. A vital reported again with another value is another span; the last of each ID
 * counts (vital-reports.ts).
 */
export function browserSpans(records: LogRecord[]): Span[] {
  return records.map(spanOf);
}

function spanOf(record: LogRecord): Span {
  const { attributes, eventName, atNs, resource, service, traceId, spanId } = record;
  const vital =
    attributes["browser.web_vital.name"] ??
    (isVitalReport(eventName, undefined) && attributes["name"]);
  const name = typeof vital === "string" ? `${eventName} ${vital.slice(0, 20)}` : eventName;
  const said = JSON.stringify([eventName, String(atNs), service, attributes], (_, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
  const session =
    attributes["session.id"] ??
    resource["session.id"] ??
    attributes["browser.web_vital.id"] ??
    said;
  return {
    traceId: traceId ?? (hash(`trace ${String(session)}`, 32) as TraceId),
    spanId: hash(said, 16) as SpanId,
    ...(spanId && { parentSpanId: spanId, parentIsRemote: false }),
    name,
    kind: "internal",
    service,
    startedAtNs: atNs,
    endedAtNs: atNs,
    status: "unset",
    attributes,
    events: [],
    links: [],
    resource,
  };
}

const hash = (text: string, digits: number) =>
  createHash("sha256").update(text).digest("hex").slice(0, digits);
