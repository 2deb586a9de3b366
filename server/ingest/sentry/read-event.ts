import type { Buffer } from "node:buffer";
import { isObject, type Json } from "#server/domain/json.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import { parseJson } from "#server/ingest/json.ts";
import { type Limits, printBytes } from "#server/ingest/limits.ts";
import { counted } from "./item-kinds.ts";
import type { Reading } from "./reading.ts";

/** Adds an event to the reading; the problem where the bytes are none. */
export function readEvent(reading: Reading, bytes: Buffer, limits: Limits): Problem | undefined {
  const parsed = parseWithin(bytes, limits, "The event");
  if (isProblem(parsed)) return parsed;
  const { value: payload, repaired } = parsed;
  if (!isObject(payload)) return { problem: "malformed", detail: "byte 0: the event is JSON but no object" };
  // Python SDKs before 1.0 sent transactions where events go.
  if (payload["type"] === "transaction") reading.counted.push(counted("counted", "transaction"));
  else reading.events.push(repaired ? { payload } : { payload, source: bytes });
  return undefined;
}

/** JSON of at most an event's size: `what` begins the sentence that says what is wrong. */
export function parseWithin(bytes: Buffer, limits: Limits, what: string): { value: Json; repaired?: true } | Problem {
  if (bytes.length > limits.event) {
    return { problem: "too-large", detail: `${what} is larger than the limit of ${printBytes(limits.event)}.` };
  }
  const parsed = parseJson(bytes);
  if ("value" in parsed) return parsed;
  return { problem: "malformed", detail: `${what} is not JSON at its byte ${parsed.fault.at}: ${parsed.fault.why}` };
}
