import { isObject, type Json, type JsonObject } from "#server/domain/json.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import type { Buffer } from "node:buffer";
import type { Limits } from "#server/ingest/limits.ts";
import { slugOf, statusOf } from "./read-check-ins.ts";
import { parseWithin } from "#server/ingest/sentry/read-event.ts";
import { emptyReading, type Reading } from "#server/ingest/sentry/reading.ts";

/**
 * A check-in by URL, as sent by curl in a crontab: parameters of the URL, then a JSON body, if any.
 */
export function readCronCall(
  slug: string,
  query: URLSearchParams,
  body: Buffer,
  limits: Limits,
): Reading | Problem {
  const told = bodyOf(body, limits);
  if (isProblem(told)) return told;
  const payload: JsonObject = { ...told, ...asked(query), monitor_slug: slug };
  if (slugOf(slug) === undefined)
    return malformed(
      "A monitor slug has at most 50 letters a to z, digits, hyphens, and underscores.",
    );
  if (statusOf(payload["status"]) === undefined)
    return malformed("Set the status: ?status=in_progress, ?status=ok, or ?status=error.");
  return { ...emptyReading(), checkIns: [payload] };
}

/** Ignores a body that is not JSON: a crontab may pipe anything into the call. */
function bodyOf(body: Buffer, limits: Limits): JsonObject | Problem {
  if (body.length === 0 || body[0] !== 0x7b) return {};
  const parsed = parseWithin(body, limits, "The check-in");
  if (isProblem(parsed)) return parsed;
  return isObject(parsed.value) ? parsed.value : {};
}

function asked(query: URLSearchParams): { [name: string]: Json } {
  const fields = ["status", "duration", "environment", "check_in_id", "release"].flatMap(
    (name): [string, Json][] => {
      const value = query.get(name);
      return value === null ? [] : [[name, value]];
    },
  );
  return Object.fromEntries(fields);
}

const malformed = (detail: string): Problem => ({ problem: "malformed", detail });
