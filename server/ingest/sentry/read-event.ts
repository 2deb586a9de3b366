import type { Buffer } from "node:buffer";
import { isObject, type Json } from "#server/domain/json.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import { parseJson } from "#server/ingest/json.ts";
import type { KnownStretch } from "#server/ingest/known-stack.ts";
import { type Limits, printBytes } from "#server/ingest/limits.ts";
import type { FeedbackItem } from "./feedback/read-feedback.ts";
import type { ParsedEvent } from "./known-stacks.ts";
import type { Reading } from "./reading.ts";
import type { SpanItem } from "./spans/read-spans.ts";

/** Adds an event to the reading; a problem if the bytes are invalid. */
export function readEvent(reading: Reading, bytes: Buffer, limits: Limits): Problem | undefined {
  const parsed = parseWithin(bytes, limits, "The event", limits.stacks?.parse);
  if (isProblem(parsed)) return parsed;
  const { value: payload, repaired, known } = parsed;
  if (!isObject(payload))
    return { problem: "malformed", detail: "byte 0: the event is JSON but not an object" };
  // Python SDKs before 1.0 sent transactions as events.
  if (payload["type"] === "transaction") reading.spans.push({ type: "transaction", payload });
  else
    reading.events.push(
      repaired ? { payload } : { payload, source: bytes, ...(known && { known }) },
    );
  return undefined;
}

/** Adds a transaction or a container of spans; a problem if the bytes are invalid. */
export function readSpanItem(
  reading: Reading,
  type: SpanItem["type"],
  bytes: Buffer,
  { spanItem }: Limits,
): Problem | undefined {
  const parsed = parseWithin(bytes, { event: spanItem }, "The spans item");
  if (isProblem(parsed)) return parsed;
  if (!isObject(parsed.value))
    return { problem: "malformed", detail: "byte 0: the item is JSON but not an object" };
  reading.spans.push({ type, payload: parsed.value });
  return undefined;
}

/** Adds feedback; a problem if the bytes are invalid. */
export function readFeedbackItem(
  reading: Reading,
  type: FeedbackItem["type"],
  bytes: Buffer,
  limits: Limits,
): Problem | undefined {
  const parsed = parseWithin(bytes, limits, "The feedback");
  if (isProblem(parsed)) return parsed;
  if (!isObject(parsed.value))
    return { problem: "malformed", detail: "byte 0: the feedback is JSON but not an object" };
  reading.feedback.push({ type, payload: parsed.value });
  return undefined;
}

/** Parses JSON of at most an event's size. `what`: start of the error message. */
export function parseWithin(
  bytes: Buffer,
  { event: maxBytes }: Pick<Limits, "event">,
  what: string,
  parse: (bytes: Buffer) => ParsedEvent = parseJson,
): { value: Json; repaired?: true; known?: KnownStretch[] } | Problem {
  if (bytes.length > maxBytes) {
    return {
      problem: "too-large",
      detail: `${what} is larger than the limit of ${printBytes(maxBytes)}.`,
    };
  }
  const parsed = parse(bytes);
  if ("value" in parsed) return parsed;
  return {
    problem: "malformed",
    detail: `${what} is not valid JSON at byte ${parsed.fault.at}: ${parsed.fault.why}`,
  };
}
