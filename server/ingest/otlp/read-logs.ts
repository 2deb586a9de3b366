import type { Level } from "#server/domain/event/error-event.ts";
import type { Limits } from "#server/ingest/limits.ts";
import type { AdmittedEvent, AdmittedItem, Receipt } from "#server/ingest/request.ts";
import { vitalReports } from "#server/ingest/vital-reports.ts";
import { browserSpans, isBrowserEvent } from "./browser-events.ts";
import { decodeLogs, type LogRecord } from "./decode/decode-logs.ts";
import { encodeSpans } from "./wire/encode.ts";
import { exceptionEvent } from "./exceptions/exception-event.ts";
import { isExceptionName } from "./exceptions/span-exceptions.ts";
import { reportLosses, type SignalReading } from "./reading.ts";
import { type ScanLimits, scanTraces } from "./scan/scan.ts";

const counts = new Intl.NumberFormat("en-US");

/**
 * Reads an `ExportLogsServiceRequest`: exceptions become events, browser events become spans and
 * web vitals, others are counted and reported to the sender. Throws `WireFault`.
 */
export function readLogs(
  bytes: Uint8Array,
  limits: Limits & Pick<ScanLimits, "deliveredBy">,
  arrival: Pick<Receipt, "receivedAt" | "userAgent">,
): SignalReading {
  const events = new Map<unknown, AdmittedEvent>();
  const browser: LogRecord[] = [];
  let others = 0;
  let beyond = 0;
  for (const record of decodeLogs(bytes)) {
    if (isBrowserEvent(record)) browser.push(record);
    else if (!isException(record)) others += 1;
    else if (events.size >= limits.requestExceptions) beyond += 1;
    else addEvent(events, record);
  }
  const { items, rejection } = reportLosses("log", [
    {
      outcome: "unsupported",
      reason: "no exception",
      quantity: others,
      sentence: `${counts.format(others)} log records were not stored: Spoor stores only exceptions and browser events.`,
    },
    {
      outcome: "limited",
      reason: "too many exceptions in one request",
      quantity: beyond,
      sentence: `${counts.format(beyond)} exceptions exceed the limit of ${counts.format(limits.requestExceptions)} per request.`,
    },
  ]);
  const spans = browserSpans(browser);
  const { parts } = scanTraces(encodeSpans(spans), limits);
  const kept: AdmittedItem[] = [...events.values()];
  if (parts.length > 0)
    kept.push({ kind: "spans", category: "span", parts, vitals: vitalReports(spans, arrival) });
  return rejection ? { items: [...kept, ...items], rejection } : { items: [...kept, ...items] };
}

function isException({ eventName, attributes }: LogRecord): boolean {
  return (
    isExceptionName(eventName) ||
    "exception.type" in attributes ||
    "exception.message" in attributes
  );
}

function addEvent(events: Map<unknown, AdmittedEvent>, record: LogRecord): void {
  const { attributes, notes, resource, service, atNs, severityNumber, body, traceId, spanId } =
    record;
  const payload = exceptionEvent({
    exception: attributes,
    surroundings: {},
    resource,
    service,
    atNs,
    level: levelOf(severityNumber),
    ...(traceId && { traceId }),
    ...(spanId && { spanId }),
    ...(typeof body === "string" && body !== "" && { message: body }),
  });
  if (!events.has(payload["event_id"]))
    events.set(payload["event_id"], { kind: "event", payload, ...(notes.length > 0 && { notes }) });
}

/**
 * Four numbers per level: TRACE 1, DEBUG 5, INFO 9, WARN 13, ERROR 17, FATAL 21. An exception
 * without one is an error.
 */
function levelOf(severityNumber: number): Level {
  if (severityNumber >= 21) return "fatal";
  if (severityNumber === 0 || severityNumber >= 17) return "error";
  return severityNumber >= 13 ? "warning" : severityNumber >= 9 ? "info" : "debug";
}
