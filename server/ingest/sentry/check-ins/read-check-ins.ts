import type { Buffer } from "node:buffer";
import type { Note } from "#server/domain/event/error-event.ts";
import { parseTraceId, type TraceId } from "#server/domain/ids.ts";
import { isObject, type Json, type JsonObject, textOf } from "#server/domain/json.ts";
import {
  type CheckInReport,
  type ReportStatus,
  reportStatuses,
} from "#server/domain/monitor/check-in.ts";
import { isMonitorSlug, monitorLimits } from "#server/domain/monitor/monitor.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import type { Limits } from "#server/ingest/limits.ts";
import type { AdmittedCheckIns, CountedItem, Receipt } from "#server/ingest/request.ts";
import { noteDropped, noteTrimmed } from "#server/ingest/sentry/event/notes.ts";
import { counted } from "#server/ingest/sentry/item-kinds.ts";
import { readMonitorConfig } from "./monitor-config.ts";
import { parseWithin } from "#server/ingest/sentry/read-event.ts";
import type { Reading } from "#server/ingest/sentry/reading.ts";
import { visiblyCut } from "#server/ingest/sentry/visibly-cut.ts";

/** Adds an item to the reading; a problem if the bytes are invalid. */
export function readCheckInItem(
  reading: Reading,
  bytes: Buffer,
  limits: Limits,
): Problem | undefined {
  const parsed = parseWithin(bytes, limits, "The check-in");
  if (isProblem(parsed)) return parsed;
  if (!isObject(parsed.value))
    return { problem: "malformed", detail: "byte 0: the check-in is JSON but not an object" };
  reading.checkIns.push(parsed.value);
  return undefined;
}

/** Valid check-ins of the items, and the invalid ones. */
export function readCheckIns(
  items: JsonObject[],
  receipt: Receipt,
): (AdmittedCheckIns | CountedItem)[] {
  if (items.length === 0) return [];
  const read = items.map((payload) => reportOf(payload, receipt));
  const reports = read.filter((report) => report !== undefined);
  const invalid = read.length - reports.length;
  return [
    ...(reports.length > 0 ? [{ kind: "check-ins" as const, reports }] : []),
    ...(invalid > 0 ? [counted("invalid", "check_in", "malformed", invalid)] : []),
  ];
}

function reportOf(payload: JsonObject, receipt: Receipt): CheckInReport | undefined {
  const notes: Note[] = [];
  const slug = slugOf(payload["monitor_slug"], notes);
  const status = statusOf(payload["status"]);
  if (slug === undefined || status === undefined) return undefined;
  const checkInId = idOf(payload["check_in_id"], notes);
  const durationMs = durationOf(payload["duration"], notes);
  const release = visiblyCut(textOf(payload["release"])?.trim() ?? "", 200);
  const traceId = traceIdOf(payload, receipt);
  const config = configOf(payload["monitor_config"], receipt, notes);
  return {
    slug,
    status,
    environment: environmentOf(payload["environment"]),
    ...(checkInId !== undefined && { checkInId }),
    ...(durationMs !== undefined && { durationMs }),
    ...(release && { release }),
    ...(traceId && { traceId }),
    ...(config && { config }),
    ...(notes.length > 0 && { notes }),
  };
}

function configOf(
  value: Json | undefined,
  { receivedAt }: Receipt,
  notes: Note[],
): CheckInReport["config"] {
  if (!isObject(value)) return undefined;
  const config = readMonitorConfig(value, receivedAt);
  if (!config) noteDropped(notes, "monitor_config", "its schedule or time zone is invalid");
  return config ?? "unreadable";
}

export const statusOf = (value: Json | undefined): ReportStatus | undefined =>
  reportStatuses.find((status) => status === value);

/** Sentry's slug of a name: lowercase, with dashes for everything else. */
export function slugOf(value: Json | undefined, notes: Note[] = []): string | undefined {
  const text = textOf(value)
    ?.toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  const { slugLength } = monitorLimits;
  if (text && text.length > slugLength)
    noteTrimmed(notes, "monitor_slug", slugLength, text.length, "characters");
  const slug = text?.slice(0, slugLength);
  return slug !== undefined && isMonitorSlug(slug) ? slug : undefined;
}

/** All zeros means none: the newest run in progress. */
function idOf(value: Json | undefined, notes: Note[]): string | undefined {
  const id = textOf(value)?.replaceAll("-", "").toLowerCase();
  if (id === undefined || /^0+$/.test(id)) return undefined;
  if (/^[0-9a-f]{32}$/.test(id)) return id;
  noteDropped(notes, "check_in_id", "expected 32 hexadecimal digits");
  return undefined;
}

/** Seconds, up to a year. */
function durationOf(value: Json | undefined, notes: Note[]): number | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  const seconds = typeof value === "string" ? Number(value) : value;
  if (typeof seconds === "number" && seconds >= 0 && seconds < 31_536_000) return seconds * 1_000;
  noteDropped(notes, "duration", "expected seconds, less than a year");
  return undefined;
}

const environmentOf = (value: Json | undefined): string =>
  visiblyCut(textOf(value)?.trim() ?? "", 64) || "production";

function traceIdOf({ contexts }: JsonObject, { trace }: Receipt): TraceId | undefined {
  const context = isObject(contexts) && isObject(contexts["trace"]) ? contexts["trace"] : {};
  return parseTraceId(context["trace_id"]) ?? parseTraceId(trace?.["trace_id"]);
}
