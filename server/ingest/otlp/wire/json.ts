import { Buffer } from "node:buffer";
import { isObject, type Json, type JsonObject } from "#server/domain/json.ts";
import type { Problem } from "#server/domain/problem.ts";
import { parseJson } from "#server/ingest/json.ts";
import type { Enum, Field, Message, Scalar } from "./schema.ts";
import { WireWriter } from "./write.ts";

/**
 * Nesting of the lists that contain the records: resources, scopes, then spans, log records, or
 * metrics.
 */
const levels = 3;

/**
 * The first field that is not the required list or object, as a sentence; undefined if the records
 * can be found. A malformed field inside a record costs only that field (`json.ts`).
 */
function shapeFault(value: JsonObject, message: Message, path = "", level = 0): string | undefined {
  for (const name in value) {
    const field = Object.hasOwn(message.fields, name) ? message.fields[name] : undefined;
    const said = value[name]!;
    if (!field || typeof field.type !== "function" || said === null) continue;
    const fault = fieldFault(said, field, path === "" ? name : `${path}.${name}`, level);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function fieldFault(said: Json, field: Field, path: string, level: number): string | undefined {
  if (!field.repeated) return isObject(said) ? undefined : `${path} is not an object`;
  if (!Array.isArray(said)) return `${path} is not a list`;
  for (const [at, entry] of said.entries()) {
    if (!isObject(entry)) return `${path}[${at}] is not an object`;
    if (level + 1 === levels || typeof field.type !== "function") continue;
    const fault = shapeFault(entry, field.type(), `${path}[${at}]`, level + 1);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/**
 * Transcribes an OTLP/JSON body to the equivalent protobuf message, so that everything after
 * ingestion handles one encoding (OTLP's JSON mapping: lowerCamelCase, IDs as hexadecimal digits,
 * enums as integers or names). Unknown fields, and malformed fields of a record, are dropped. An
 * invalid ID gets a wrong length, which the scan counts.
 */
export function toWire(body: Buffer, message: Message): Uint8Array | Problem {
  const parsed = parseJson(body);
  if ("fault" in parsed) return malformed(parsed.fault.at, parsed.fault.why);
  const { value } = parsed;
  if (!isObject(value)) return malformed(0, `a ${message.name} is an object`);
  const fault = shapeFault(value, message);
  if (fault !== undefined)
    return { problem: "malformed", detail: `The body is not a valid ${message.name}: ${fault}.` };
  const transcript = new Transcript();
  transcript.writeFields(value, message, 0);
  if (!transcript.hasLostDigits) return transcript.writer.finish();
  const exact = new Transcript();
  exact.writeFields(withLongNumbers(body, value), message, 0);
  return exact.writer.finish();
}

function malformed(at: number, why: string): Problem {
  return { problem: "malformed", detail: `byte ${at}: the body is not valid OTLP/JSON: ${why}` };
}

/**
 * Exact integers take about ten times the memory: in larger bodies, nanoseconds are rounded to a
 * quarter of a microsecond.
 */
const exactBytesMax = 4 * 1024 * 1024;

/**
 * The same value with integers above 2^53 as strings: bare nanoseconds are valid, and exceed a
 * double.
 */
function withLongNumbers(body: Buffer, value: JsonObject): JsonObject {
  if (body.byteLength > exactBytesMax) return value;
  const keepDigits = (_: string, read: Json, { source }: { source?: string }): Json =>
    typeof read === "number" && !Number.isSafeInteger(read) && source && /^-?\d+$/.test(source)
      ? source
      : read;
  try {
    // The third parameter is newer than the type of `JSON.parse`.
    return JSON.parse(
      body.toString("utf8"),
      keepDigits as (key: string, value: Json) => Json,
    ) as JsonObject;
  } catch {
    // A repaired text (bare NaN), or one nested too deeply: its numbers stay rounded.
    return value;
  }
}

/** Attributes nest; deeper messages are unreadable. */
const maxDepth = 40;

type Integer = Exclude<Scalar, "text" | "id" | "bytes" | "bool" | "double">;

class Transcript {
  readonly writer = new WireWriter();
  /** An integer was sent as a number that a double can't represent. */
  hasLostDigits = false;

  writeFields(value: JsonObject, message: Message, depth: number): void {
    for (const name in value) {
      const field = Object.hasOwn(message.fields, name) ? message.fields[name] : undefined;
      const said = value[name]!;
      if (!field || said === null) continue;
      if (!field.repeated) this.writeField(field, said, message, depth);
      else if (Array.isArray(said))
        for (const entry of said) this.writeField(field, entry, message, depth);
    }
  }

  private writeField(field: Field, value: Json, owner: Message, depth: number): void {
    const { number, type } = field;
    if (typeof type !== "function")
      return this.writeScalar(number, type, value, owner.oneOf === true);
    if (!isObject(value) || depth > maxDepth) return;
    const mark = this.writer.begin(number);
    this.writeFields(value, type(), depth + 1);
    this.writer.end(mark);
  }

  /**
   * Zeros equal absent fields and are omitted, except in a `oneof`, where they select the field.
   */
  private writeScalar(number: number, type: Scalar, value: Json, keepZero: boolean): void {
    const { writer } = this;
    if (type === "text") {
      if (typeof value === "string" && (keepZero || value !== "")) writer.text(number, value);
    } else if (type === "id") this.writeId(number, value);
    else if (type === "bytes") {
      if (typeof value === "string") writer.span(number, Buffer.from(value, "base64"));
    } else if (type === "bool") {
      if (typeof value === "boolean" && (keepZero || value)) writer.varint(number, value ? 1 : 0);
    } else if (type === "double") {
      const double = typeof value === "string" && value !== "" ? Number(value) : value;
      if (typeof double === "number") writer.double(number, double);
    } else this.writeInteger(number, type, this.integerOf(value, type), keepZero);
  }

  private writeInteger(
    number: number,
    type: Integer,
    value: number | bigint | undefined,
    keepZero: boolean,
  ): void {
    if (value === undefined || (!keepZero && Number(value) === 0)) return;
    if (type === "fixed64") this.writer.fixed64(number, BigInt(value));
    else if (type === "fixed32")
      this.writer.fixed32(number, Number(BigInt.asUintN(32, BigInt(value))));
    else this.writer.varint(number, value);
  }

  private writeId(number: number, value: Json): void {
    if (typeof value !== "string" || value === "") return;
    const isHex = value.length % 2 === 0 && /^[0-9a-f]+$/i.test(value);
    this.writer.span(number, isHex ? Buffer.from(value, "hex") : Buffer.of(0));
  }

  /** Integers are numbers or strings; enums also names. */
  private integerOf(value: Json, type: Enum | Scalar): number | bigint | undefined {
    if (typeof value === "number") {
      if (!Number.isFinite(value)) return undefined;
      this.hasLostDigits ||= !Number.isSafeInteger(value);
      return Math.trunc(value);
    }
    if (typeof value !== "string") return undefined;
    if (typeof type === "object" && type.names.includes(value)) return type.names.indexOf(value);
    return /^-?\d{1,20}$/.test(value) ? BigInt(value) : undefined;
  }
}
