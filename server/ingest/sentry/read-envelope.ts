import type { Buffer } from "node:buffer";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import type { Limits } from "#server/ingest/limits.ts";
import { readClientReport } from "./client-report.ts";
import { readCheckInItem } from "./check-ins/read-check-ins.ts";
import { type EnvelopeItem, parseEnvelope } from "./envelope.ts";
import { counted, type ItemKind, kindOf } from "./item-kinds.ts";
import { readAttachmentItem } from "./attachments.ts";
import { parseWithin, readEvent, readFeedbackItem, readSpanItem } from "./read-event.ts";
import { emptyReading, type Reading } from "./reading.ts";
import { readSecurityReports } from "./security.ts";
import { readSessionItem } from "./sessions.ts";

/**
 * Sorts an envelope's items into events, spans, sessions, and counted items. An invalid item
 * doesn't affect others.
 */
export function readEnvelope(body: Buffer, limits: Limits): Reading | Problem {
  const envelope = parseEnvelope(body, limits.itemCount);
  if (isProblem(envelope)) return envelope;
  const reading = emptyReading(envelope.headers);
  for (const item of envelope.items) {
    const fault = readItem(reading, item, limits);
    if (fault) reject(reading, item.type, fault);
  }
  if (envelope.loss) reject(reading, "unknown", envelope.loss);
  return reading;
}

function readItem(reading: Reading, item: EnvelopeItem, limits: Limits): Problem | undefined {
  const kind = kindOf(item.type);
  if (kind.does === "count") return countItem(reading, item, "counted");
  if (kind.does !== "refuse") return readers[kind.does](reading, item, limits);
  reading.switchOff.push(...kind.categories);
  return countItem(reading, item, "unsupported");
}

type Reader = (reading: Reading, item: EnvelopeItem, limits: Limits) => Problem | undefined;

const readers: { [Does in Exclude<ItemKind["does"], "count" | "refuse">]: Reader } = {
  event: (reading, { payload }, limits) => readEvent(reading, payload, limits),
  spans: (reading, { type, payload }, limits) =>
    readSpanItem(reading, type === "span" ? "span" : "transaction", payload, limits),
  sessions: (reading, { type, payload }, limits) =>
    readSessionItem(reading, type === "session" ? "session" : "sessions", payload, limits),
  feedback: (reading, { type, payload }, limits) =>
    readFeedbackItem(reading, type === "feedback" ? "feedback" : "user_report", payload, limits),
  attachment: readAttachmentItem,
  "check-in": (reading, { payload }, limits) => readCheckInItem(reading, payload, limits),
  csp: readSecurityItem,
  "client-report": readLosses,
};

function countItem(
  reading: Reading,
  item: EnvelopeItem,
  outcome: "counted" | "unsupported",
): undefined {
  reading.counted.push(counted(outcome, item.type, "", itemCount(item)));
}

function readSecurityItem(
  reading: Reading,
  item: EnvelopeItem,
  limits: Limits,
): Problem | undefined {
  const parsed = parseWithin(item.payload, limits, "The report");
  if (isProblem(parsed)) return parsed;
  const reports = readSecurityReports(parsed.value, {});
  if (!reports) return { problem: "malformed", detail: "The item is not a security report." };
  reading.events.push(...reports.payloads.map((payload) => ({ payload })));
  return undefined;
}

function readLosses(reading: Reading, item: EnvelopeItem, limits: Limits): Problem | undefined {
  const parsed = parseWithin(item.payload, limits, "The client report");
  if (isProblem(parsed)) return parsed;
  reading.counted.push(...readClientReport(parsed.value));
  return undefined;
}

function reject(reading: Reading, type: string, fault: Problem): void {
  reading.fault ??= fault;
  reading.counted.push(counted("invalid", type, fault.problem));
}

/** Containers (spans, logs, metrics) declare their number of items. */
function itemCount({ headers }: EnvelopeItem): number {
  const count = headers["item_count"];
  return typeof count === "number" && Number.isInteger(count) && count >= 1 && count <= 100_000
    ? count
    : 1;
}
