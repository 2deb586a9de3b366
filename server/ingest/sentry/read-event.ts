import type { Buffer } from "node:buffer";
import type { JsonObject } from "#server/domain/json.ts";
import { isObject } from "#server/domain/json.ts";
import type { Problem } from "#server/domain/problem.ts";
import { parseJson } from "#server/ingest/json.ts";
import { printBytes, type Limits } from "#server/ingest/limits.ts";

/** The JSON object of one event, or what is wrong with it. */
export function readEventPayload(bytes: Buffer, limits: Limits): JsonObject | Problem {
  if (bytes.length > limits.event) {
    return { problem: "too-large", detail: `The event is larger than the limit of ${printBytes(limits.event)}.` };
  }
  const parsed = parseJson(bytes);
  if ("fault" in parsed) {
    const { at, why } = parsed.fault;
    return { problem: "malformed", detail: `The event is not JSON at its byte ${at}: ${why}.` };
  }
  if (isObject(parsed.value)) return parsed.value;
  return { problem: "malformed", detail: "The event is JSON but no object." };
}
