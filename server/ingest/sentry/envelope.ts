import type { Buffer } from "node:buffer";
import type { JsonObject } from "#server/domain/json.ts";
import { isObject } from "#server/domain/json.ts";
import type { Problem } from "#server/domain/problem.ts";
import { isProblem } from "#server/domain/problem.ts";
import { parseJson } from "#server/ingest/json.ts";

export type EnvelopeItem = { type: string; headers: JsonObject; payload: Buffer };

type Envelope = {
  headers: JsonObject;
  items: EnvelopeItem[];
  /** Why reading stopped early; the items before it are complete. */
  loss?: Problem;
};

const newline = 0x0a;
const carriageReturn = 0x0d;
/** Real headers have a few hundred bytes. A megabyte on one line is something else. */
const maxHeaderBytes = 65_536;

/**
 * Splits an envelope: `Headers {"\n" Item} ["\n"]`, `Item = Headers "\n" Payload` (Sentry's
 * developer docs, Envelopes). Payloads are views of `body`, not copies. Blank lines between items
 * are accepted. Items after a faulty one are lost, those before are not.
 */
export function parseEnvelope(body: Buffer, maxItems: number): Envelope | Problem {
  const head = readHeader(body, 0, "the envelope's header");
  if (isProblem(head)) return { ...head, detail: `invalid event envelope: ${head.detail}` };
  const envelope: Envelope = { headers: head.value, items: [] };
  let position = skipBlankLines(body, head.end);
  while (position < body.length) {
    const item =
      envelope.items.length < maxItems ? readItem(body, position) : tooMany(maxItems, position);
    if (isProblem(item)) return envelope.items.length > 0 ? { ...envelope, loss: item } : item;
    envelope.items.push(item);
    position = skipBlankLines(body, item.end);
  }
  return envelope;
}

function readItem(body: Buffer, start: number): (EnvelopeItem & { end: number }) | Problem {
  const header = readHeader(body, start, "an item's header");
  if (isProblem(header)) return header;
  const end = payloadEnd(body, header.value["length"], header.end);
  if (isProblem(end)) return end;
  const type = header.value["type"];
  return {
    type: typeof type === "string" ? type : "",
    headers: header.value,
    payload: body.subarray(header.end, end),
    end,
  };
}

/** A header is a JSON object on one line; `end` is the position after it. */
function readHeader(
  body: Buffer,
  start: number,
  what: string,
): { value: JsonObject; end: number } | Problem {
  const end = lineEnd(body, start);
  if (end - start > maxHeaderBytes)
    return malformed(start, `${what} is longer than ${maxHeaderBytes} bytes`);
  const parsed = parseJson(body.subarray(start, end));
  if ("fault" in parsed)
    return malformed(
      start + parsed.fault.at,
      `${what} is not JSON on one line: ${parsed.fault.why}`,
    );
  if (!isObject(parsed.value)) return malformed(start, `${what} is JSON but not an object`);
  return { value: parsed.value, end: Math.min(end + 1, body.length) };
}

/**
 * With a length: exactly this many bytes, then a line end or nothing. Without: to the end of the
 * line.
 */
function payloadEnd(body: Buffer, length: unknown, start: number): number | Problem {
  if (length === undefined || length === null) return lineEnd(body, start);
  if (!Number.isSafeInteger(length) || (length as number) < 0)
    return malformed(
      start,
      `the item's length is ${JSON.stringify(length).slice(0, 40)}, not a number of bytes`,
    );
  const end = start + (length as number);
  if (end > body.length)
    return malformed(
      start,
      `the item's length is ${String(length)} bytes, but only ${body.length - start} are left`,
    );
  if (end < body.length && body[end] !== newline && body[end] !== carriageReturn)
    return malformed(end, `the item's length is ${String(length)} bytes, but no line ends there`);
  return end;
}

function lineEnd(body: Buffer, start: number): number {
  const end = body.indexOf(newline, start);
  return end < 0 ? body.length : end;
}

function skipBlankLines(body: Buffer, start: number): number {
  let position = start;
  while (body[position] === newline || body[position] === carriageReturn) position += 1;
  return position;
}

function tooMany(maxItems: number, position: number): Problem {
  return {
    problem: "too-large",
    detail: `byte ${position}: an envelope has at most ${maxItems} items`,
  };
}

function malformed(position: number, why: string): Problem {
  return { problem: "malformed", detail: `byte ${position}: ${why}` };
}
