import { Buffer } from "node:buffer";
import { isObject, type Json, type JsonObject } from "#server/domain/json.ts";
import type { Problem } from "#server/domain/problem.ts";
import { parseJson } from "#server/ingest/json.ts";
import type { Enum, Field, Message, Scalar } from "./schema.ts";
import { WireWriter } from "./write.ts";

/**
 * An OTLP/JSON body as the protobuf message that says the same, so that everything behind the door knows one form
 * (OTLP's JSON mapping: lowerCamelCase, ids as hex digits, enums as integers; names are understood too). Unknown fields
 * and fields of a wrong shape are left out. An id that is none becomes one of a wrong length, which the scan counts.
 */
export function toWire(body: Buffer, message: Message): Uint8Array | Problem {
  const parsed = parseJson(body);
  if ("fault" in parsed) return malformed(parsed.fault.at, parsed.fault.why);
  const value = bareLongNumber.test(body.toString("latin1")) ? withLongNumbers(body, parsed.value) : parsed.value;
  if (!isObject(value)) return malformed(0, `a ${message.name} is an object`);
  const writer = new WireWriter();
  writeFields(writer, value, message, 0);
  return writer.finish();
}

function malformed(at: number, why: string): Problem {
  return { problem: "malformed", detail: `byte ${at}: the body is no OTLP/JSON: ${why}` };
}

// Nanoseconds as a bare number: legal, and more than a double holds. Rare enough to parse such a body twice.
const bareLongNumber = /[:[,]\s*-?\d{16,}/;

/** Integers beyond 2^53 as their digits. */
function withLongNumbers(body: Buffer, value: Json): Json {
  const keepDigits = (_: string, read: Json, { source }: { source?: string }): Json =>
    typeof read === "number" && !Number.isSafeInteger(read) && source && /^-?\d+$/.test(source) ? source : read;
  try {
    // The third parameter is younger than the type of `JSON.parse`.
    return JSON.parse(body.toString("utf8"), keepDigits as (key: string, value: Json) => Json) as Json;
  } catch {
    // A text that had to be repaired (bare NaN), or nested so deep that it says nothing: its numbers stay rounded.
    return value;
  }
}

/** Attributes nest; a message this deep says nothing that anybody could read. */
const maxDepth = 40;

function writeFields(writer: WireWriter, value: JsonObject, message: Message, depth: number): void {
  for (const name in value) {
    const field = Object.hasOwn(message.fields, name) ? message.fields[name] : undefined;
    const said = value[name]!;
    if (!field || said === null) continue;
    if (!field.repeated) writeField(writer, field, said, message, depth);
    else if (Array.isArray(said)) for (const entry of said) writeField(writer, field, entry, message, depth);
  }
}

function writeField(writer: WireWriter, field: Field, value: Json, owner: Message, depth: number): void {
  if (typeof field.type !== "function")
    return writeScalar(writer, field.number, field.type, value, owner.oneOf === true);
  if (!isObject(value) || depth > maxDepth) return;
  const mark = writer.begin(field.number);
  writeFields(writer, value, field.type(), depth + 1);
  writer.end(mark);
}

/** Zeros are what absent fields mean, and are left out, but for a `oneof`, where they say which it is. */
function writeScalar(writer: WireWriter, number: number, type: Scalar, value: Json, keepZero: boolean): void {
  if (type === "text") {
    if (typeof value === "string" && (keepZero || value !== "")) writer.text(number, value);
  } else if (type === "id") writeId(writer, number, value);
  else if (type === "bytes") {
    if (typeof value === "string") writer.span(number, Buffer.from(value, "base64"));
  } else if (type === "bool") {
    if (typeof value === "boolean" && (keepZero || value)) writer.varint(number, value ? 1 : 0);
  } else if (type === "double") {
    const double = typeof value === "string" && value !== "" ? Number(value) : value;
    if (typeof double === "number") writer.double(number, double);
  } else writeInteger(writer, number, type, integerOf(value, type), keepZero);
}

function writeInteger(
  writer: WireWriter,
  number: number,
  type: Exclude<Scalar, "text" | "id" | "bytes" | "bool" | "double">,
  value: bigint | undefined,
  keepZero: boolean,
): void {
  if (value === undefined || (value === 0n && !keepZero)) return;
  if (type === "fixed64") writer.fixed64(number, value);
  else if (type === "fixed32") writer.fixed32(number, Number(BigInt.asUintN(32, value)));
  else writer.varint(number, value);
}

function writeId(writer: WireWriter, number: number, value: Json): void {
  if (typeof value !== "string" || value === "") return;
  const isHex = value.length % 2 === 0 && /^[0-9a-f]+$/i.test(value);
  writer.span(number, isHex ? Buffer.from(value, "hex") : Buffer.of(0));
}

/** Integers come as numbers and as strings; enums by name too. */
function integerOf(value: Json, type: Scalar | Enum): bigint | undefined {
  if (typeof type === "object" && typeof value === "string" && type.names.includes(value))
    return BigInt(type.names.indexOf(value));
  if (typeof value === "number") return Number.isFinite(value) ? BigInt(Math.trunc(value)) : undefined;
  return typeof value === "string" && /^-?\d{1,20}$/.test(value) ? BigInt(value) : undefined;
}
