import type { Buffer } from "node:buffer";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import type { Limits } from "#server/ingest/limits.ts";
import { readClientReport } from "./client-report.ts";
import { readCheckInItem } from "./check-ins.ts";
import { type EnvelopeItem, parseEnvelope } from "./envelope.ts";
import { counted, kindOf } from "./item-kinds.ts";
import { readAttachmentItem } from "./attachments.ts";
import { parseWithin, readEvent, readFeedbackItem, readSpanItem } from "./read-event.ts";
import { emptyReading, type Reading } from "./reading.ts";
import { readSecurityReports } from "./security.ts";
import { readSessionItem } from "./sessions.ts";

/** Sorts an envelope's items into events, spans, sessions and what is only counted. One bad item does not spoil the others. */
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
  if (kind.does === "event") return readEvent(reading, item.payload, limits);
  if (kind.does === "spans")
    return readSpanItem(reading, item.type === "span" ? "span" : "transaction", item.payload, limits);
  if (kind.does === "sessions")
    return readSessionItem(reading, item.type === "session" ? "session" : "sessions", item.payload, limits);
  if (kind.does === "feedback")
    return readFeedbackItem(reading, item.type === "feedback" ? "feedback" : "user_report", item.payload, limits);
  if (kind.does === "attachment") return readAttachmentItem(reading, item, limits);
  if (kind.does === "check-in") return readCheckInItem(reading, item.payload, limits);
  if (kind.does === "csp") return readSecurityItem(reading, item, limits);
  if (kind.does === "client-report") return readLosses(reading, item, limits);
  if (kind.does === "refuse") reading.switchOff.push(...kind.categories);
  const outcome = kind.does === "refuse" ? "unsupported" : "counted";
  reading.counted.push(counted(outcome, item.type, "", itemCount(item)));
  return undefined;
}

function readSecurityItem(reading: Reading, item: EnvelopeItem, limits: Limits): Problem | undefined {
  const parsed = parseWithin(item.payload, limits, "The report");
  if (isProblem(parsed)) return parsed;
  const reports = readSecurityReports(parsed.value, {});
  if (!reports) return { problem: "malformed", detail: "The item is no security report." };
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

/** Containers (spans, logs, metrics) say how many things they hold. */
function itemCount({ headers }: EnvelopeItem): number {
  const count = headers["item_count"];
  return typeof count === "number" && Number.isInteger(count) && count >= 1 && count <= 100_000 ? count : 1;
}
