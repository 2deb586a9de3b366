import type { Buffer } from "node:buffer";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import { parseJson } from "#server/ingest/json.ts";
import type { Limits } from "#server/ingest/limits.ts";
import { readClientReport } from "./client-report.ts";
import { parseEnvelope, type EnvelopeItem } from "./envelope.ts";
import { counted, kindOf } from "./item-kinds.ts";
import { readEventPayload } from "./read-event.ts";
import { emptyReading, type Reading } from "./reading.ts";
import { readSecurityReports } from "./security.ts";

/** Sorts an envelope's items into events and what is only counted. One bad item does not spoil the others. */
export function readEnvelope(body: Buffer, limits: Limits): Reading | Problem {
  const envelope = parseEnvelope(body, limits.itemCount);
  if (isProblem(envelope)) return envelope;
  const reading = emptyReading(envelope.headers);
  for (const item of envelope.items) readItem(reading, item, limits);
  if (envelope.loss) reject(reading, "unknown", envelope.loss, "truncated");
  return reading;
}

function readItem(reading: Reading, item: EnvelopeItem, limits: Limits): void {
  const kind = kindOf(item.type);
  if (kind.does === "event") return readEvent(reading, item, limits);
  if (kind.does === "csp") return readSecurity(reading, item);
  if (kind.does === "client-report") return void reading.counted.push(...readClientReport(item.payload));
  if (kind.does === "refuse") reading.switchOff.push(...kind.categories);
  reading.counted.push(counted(kind.does === "count" ? "counted" : "unsupported", item.type, "", itemCount(item)));
}

function readEvent(reading: Reading, item: EnvelopeItem, limits: Limits): void {
  const payload = readEventPayload(item.payload, limits);
  if (isProblem(payload))
    reject(reading, item.type, payload, payload.problem === "too-large" ? "too large" : "no JSON");
  else reading.events.push(payload);
}

function readSecurity(reading: Reading, item: EnvelopeItem): void {
  const parsed = parseJson(item.payload);
  const reports = "value" in parsed ? readSecurityReports(parsed.value, {}) : undefined;
  if (reports) reading.events.push(...reports.payloads);
  else reject(reading, item.type, { problem: "malformed", detail: "The item is no security report." }, "no report");
}

function reject(reading: Reading, type: string, fault: Problem, reason: string): void {
  reading.fault ??= fault;
  reading.counted.push(counted("invalid", type, reason));
}

/** Containers (spans, logs, metrics) say how many things they hold. */
function itemCount({ headers }: EnvelopeItem): number {
  const count = headers["item_count"];
  return typeof count === "number" && Number.isInteger(count) && count >= 1 && count <= 100_000 ? count : 1;
}
