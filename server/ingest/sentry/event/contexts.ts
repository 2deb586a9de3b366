import type { Note } from "#server/domain/event/error-event.ts";
import { isObject, type Json, type JsonObject } from "#server/domain/json.ts";
import { objectOf } from "./lenient.ts";
import { noteDropped } from "./notes.ts";

export function readContexts(
  value: Json | undefined,
  notes: Note[],
): { [name: string]: JsonObject } {
  const contexts: [string, JsonObject][] = [];
  for (const [name, context] of Object.entries(objectOf(value, "contexts", notes) ?? {})) {
    if (isObject(context)) contexts.push([name, context]);
    else if (context !== null) noteDropped(notes, `contexts.${name}`, "expected an object");
  }
  return Object.fromEntries(contexts);
}

const traceIdShape = /^[0-9a-f]{32}$/i;
const spanIdShape = /^[0-9a-f]{16}$/i;

/** The trace and span of the event; the envelope's trace if the event has none. */
export function readTrace(
  contexts: { [name: string]: JsonObject },
  fromEnvelope: string | undefined,
): { traceId?: string; spanId?: string } {
  const traceId =
    hexOf(contexts["trace"]?.["trace_id"], traceIdShape) ?? hexOf(fromEnvelope, traceIdShape);
  const spanId = hexOf(contexts["trace"]?.["span_id"], spanIdShape);
  return { ...(traceId && { traceId }), ...(spanId && { spanId }) };
}

/** With or without dashes, and never all zeros, which is OpenTelemetry's "none". */
function hexOf(value: Json | undefined, shape: RegExp): string | undefined {
  if (typeof value !== "string") return undefined;
  const plain = value.replaceAll("-", "");
  return shape.test(plain) && !/^0+$/.test(plain) ? plain.toLowerCase() : undefined;
}
