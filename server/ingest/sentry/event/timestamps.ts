import type { Note } from "#server/domain/event/error-event.ts";
import { dayMs } from "#server/domain/time.ts";
import type { Json } from "#server/domain/json.ts";
import type { Receipt } from "#server/ingest/request.ts";
import { noteCorrected } from "./notes.ts";

const aheadMaxMs = dayMs;
const behindMaxMs = 30 * dayMs;
/** A larger difference is not network latency. */
const driftMinMs = 3_600_000;

/** How far the client's clock is behind ours, in milliseconds; 0 if it may be latency. */
export type Drift = number;

export function driftOf({ receivedAt, sentAt }: Receipt): Drift {
  const drift = sentAt === undefined ? 0 : receivedAt - sentAt;
  return Math.abs(drift) >= driftMinMs ? drift : 0;
}

const withZone = /(?:Z|[+-]\d\d:?\d\d)$/i;
const dateTime = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;

/**
 * Milliseconds since 1970 from RFC 3339 (UTC without a zone) or from seconds as a number; undefined
 * for others.
 */
export function parseTime(value: Json | undefined): number | undefined {
  if (typeof value === "number") return timeOfSeconds(value);
  if (typeof value !== "string" || value === "" || value.length > 40) return undefined;
  if (!dateTime.test(value)) return timeOfSeconds(Number(value));
  const time = Date.parse(withZone.test(value) ? value : `${value}Z`);
  return Number.isNaN(time) ? undefined : time;
}

// Seconds beyond the year 5000 are milliseconds from a client that mixed them up.
function timeOfSeconds(seconds: number): number | undefined {
  if (!Number.isFinite(seconds) || seconds < 0) return undefined;
  const time = Math.round(seconds < 1e11 ? seconds * 1_000 : seconds);
  return time < 8.64e15 ? time : undefined;
}

/**
 * The event's time by our clock. An implausible one is replaced by the time of receipt, and noted.
 */
export function readTimestamp(value: Json | undefined, receipt: Receipt, notes: Note[]): number {
  const sent = parseTime(value);
  if (sent === undefined) {
    if (value !== undefined && value !== null)
      noteCorrected(notes, "timestamp", "not a time: set to the time received");
    return receipt.receivedAt;
  }
  const drift = driftOf(receipt);
  const time = sent + drift;
  const implausible = implausibility(time - receipt.receivedAt);
  if (implausible) {
    noteCorrected(
      notes,
      "timestamp",
      `${printTime(sent)} is ${implausible}: set to the time received`,
    );
    return receipt.receivedAt;
  }
  if (drift !== 0)
    noteCorrected(
      notes,
      "timestamp",
      `the client's clock is off by ${Math.round(drift / 60_000)} min: corrected`,
    );
  return time;
}

function implausibility(aheadMs: number): string | undefined {
  if (aheadMs > aheadMaxMs) return "over 24 h ahead";
  return aheadMs < -behindMaxMs ? "over 30 days behind" : undefined;
}

const printTime = (time: number) => new Date(time).toISOString();
