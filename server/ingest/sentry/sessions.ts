import { createHash } from "node:crypto";
import type { Buffer } from "node:buffer";
import { isObject, type Json, type JsonObject, textOf } from "#server/domain/json.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import type { SessionMarks, SessionPlace, SessionReport } from "#server/domain/release/session.ts";
import type { Limits } from "#server/ingest/limits.ts";
import type { AdmittedSessions, CountedItem, Receipt } from "#server/ingest/request.ts";
import { endingInDots, naturalOf } from "./event/lenient.ts";
import { readTimestamp } from "./event/timestamps.ts";
import { counted } from "./item-kinds.ts";
import { parseWithin } from "./read-event.ts";
import type { Reading } from "./reading.ts";

/** `session`: one update. `sessions`: counts of many, with a shared release. */
export type SessionItem = { type: "session" | "sessions"; payload: JsonObject };

/** Maximum number of entries per aggregate; SDKs send one per minute and user. */
const mostEntries = 1_000;
const mostSessions = 10_000_000;

/** Adds an item to the reading; a problem if the bytes are invalid. */
export function readSessionItem(
  reading: Reading,
  type: SessionItem["type"],
  bytes: Buffer,
  limits: Limits,
): Problem | undefined {
  const parsed = parseWithin(bytes, limits, "The session");
  if (isProblem(parsed)) return parsed;
  if (!isObject(parsed.value))
    return { problem: "malformed", detail: "byte 0: the session is JSON but not an object" };
  reading.sessions.push({ type, payload: parsed.value });
  return undefined;
}

/** Valid sessions of the items, and the invalid ones. */
export function readSessions(
  items: SessionItem[],
  receipt: Receipt,
): (AdmittedSessions | CountedItem)[] {
  const read = items.flatMap(({ type, payload }) =>
    type === "session" ? [updateOf(payload, receipt)] : talliesOf(payload, receipt),
  );
  const reports = read.filter((report) => report !== undefined);
  const invalid = read.length - reports.length;
  const beyond = items.reduce(
    (sum, { payload }) => sum + Math.max(0, entriesOf(payload).length - mostEntries),
    0,
  );
  return [
    ...(reports.length > 0 ? [{ kind: "sessions" as const, reports }] : []),
    ...(invalid > 0 ? [counted("invalid", "session", "malformed", invalid)] : []),
    ...(beyond > 0 ? [counted("limited", "session", "entries in one aggregate", beyond)] : []),
  ];
}

function updateOf(payload: JsonObject, receipt: Receipt): SessionReport | undefined {
  const sid = textOf(payload["sid"])?.toLowerCase();
  const marks = marksOf(payload);
  if (sid === undefined || sid.length > 64 || !marks) return undefined;
  const told = ["timestamp", "status", "errors"].map(
    (name) => textOf(payload[name])?.slice(0, 40) ?? "",
  );
  return {
    kind: "update",
    ...placeOf(payload, payload["attrs"], receipt),
    sid,
    marks,
    isFirst: payload["init"] === true,
    revision: told.join(" "),
  };
}

/**
 * `unhandled` is the browser SDK's status since version 10 for what was `crashed` before: a page
 * continues after an uncaught error. Both count as crashed, so that upgrading the SDK doesn't make
 * a release look healthier.
 */
function marksOf({ status = "ok", errors }: JsonObject): SessionMarks | undefined {
  if (typeof status !== "string" || !statuses.has(status)) return undefined;
  const crashed = status === "crashed" || status === "unhandled";
  const errored = crashed || status === "errored" || (naturalOf(errors) ?? 0) > 0;
  return { crashed, errored, abnormal: status === "abnormal" };
}

const statuses = new Set(["ok", "exited", "crashed", "abnormal", "errored", "unhandled"]);

/** Each session of an aggregate has one status. */
function talliesOf(
  { aggregates, attrs }: JsonObject,
  receipt: Receipt,
): (SessionReport | undefined)[] {
  if (!Array.isArray(aggregates)) return [undefined];
  return aggregates.slice(0, mostEntries).map((entry) => {
    if (!isObject(entry)) return undefined;
    const count = (name: string) => naturalOf(entry[name]) ?? 0;
    const crashed = count("crashed") + count("unhandled");
    const errored = crashed + count("errored");
    const abnormal = count("abnormal");
    const sessions = errored + abnormal + count("exited");
    if (sessions === 0 || sessions > mostSessions) return undefined;
    return {
      kind: "tally",
      ...placeOf(entry, attrs, receipt),
      counts: { sessions, crashed, errored, abnormal },
    };
  });
}

const entriesOf = ({ aggregates }: JsonObject): Json[] =>
  Array.isArray(aggregates) ? aggregates : [];

function placeOf(
  { started, did }: JsonObject,
  attrs: Json | undefined,
  receipt: Receipt,
): SessionPlace {
  const told = isObject(attrs) ? attrs : {};
  const user = textOf(did);
  return {
    // Truncated like in events, so that both have the same release.
    release: endingInDots(textOf(told["release"])?.trim() ?? "", 200),
    environment: endingInDots(textOf(told["environment"]) ?? "", 64),
    startedAt: readTimestamp(started, receipt, []),
    ...(user !== undefined && { user: userHash(receipt.projectId, user) }),
  };
}

/** Enough to count users, but different in each project. */
function userHash(projectId: ProjectId, did: string): string {
  return createHash("sha256").update(`${projectId}:${did}`).digest("base64url").slice(0, 16);
}
