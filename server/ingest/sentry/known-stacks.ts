import { Buffer } from "node:buffer";
import { isObject, type Json, type JsonObject } from "#server/domain/json.ts";
import { type Parsed, parseJson } from "#server/ingest/json.ts";
import type { KnownStretch } from "#server/ingest/known-stack.ts";
import { StackMemory } from "./stack-memory.ts";

/** Parses events; stacks that came before, byte for byte, only once (`ingest/known-stack.ts`). */
export type KnownStacks = { parse(bytes: Buffer): ParsedEvent };

/** `known`: where such stacks are in the bytes. */
export type ParsedEvent = Parsed & { known?: KnownStretch[] };

/**
 * Two thirds of a server's event are its stack with the source around each frame, and in a flood it
 * is the same again and again: finding one here takes a few microseconds, parsing, cleaning and
 * reading it ten times as long.
 *
 * While the rest is parsed a number is in a stack's place. Unless each of them is found again where
 * stacks belong, the event is parsed as it came: none reads otherwise than it would have.
 */
export function createKnownStacks(mostBytes: number = 4 * 1024 * 1024): KnownStacks {
  const memory = new StackMemory(mostBytes);
  return {
    parse(bytes) {
      const { known, unknown } = bytes.length < leastBytes ? nothing : look(memory, bytes);
      const value = known.length > 0 ? parseAround(bytes, known) : undefined;
      const parsed = value ? { value, known } : parseJson(bytes);
      if (unknown.length > 0 && "value" in parsed && memory.isToLearn())
        learn(memory, bytes, unknown, known.length + unknown.length, parsed.value);
      return parsed;
    },
  };
}

/** Of what is shorter little can be saved. */
const leastBytes = 2_048;

const name = '"stacktrace":';
const begin = `${name}{"frames":[`;
const [openBrace, comma] = [0x7b, 0x2c];

/** Where stacks are in an event: those that are known, and where others begin. */
type Looked = { known: Remembered[]; unknown: number[] };
type Remembered = KnownStretch & { stacktrace: JsonObject };
const nothing: Looked = { known: [], unknown: [] };

/** A name can be behind these two alone, and within a text its quotes would be escaped. */
function look(memory: StackMemory, bytes: Buffer): Looked {
  const looked: Looked = { known: [], unknown: [] };
  let from = 0;
  for (
    let at = bytes.indexOf(begin, 0, "latin1");
    at >= 0;
    at = bytes.indexOf(begin, from, "latin1")
  ) {
    from = at + begin.length;
    if (bytes[at - 1] !== openBrace && bytes[at - 1] !== comma) continue;
    const start = at + name.length;
    const stack = memory.find(bytes, start);
    if (stack)
      looked.known.push({ from: start, to: (from = start + stack.bytes.length), ...stack });
    else looked.unknown.push(start);
  }
  return looked;
}

function parseAround(bytes: Buffer, known: Remembered[]): JsonObject | undefined {
  let text = "";
  let end = 0;
  for (const [index, { from, to }] of known.entries()) {
    text += bytes.toString("utf8", end, from) + index;
    end = to;
  }
  const value = parsedOrNothing(text + bytes.toString("utf8", end));
  return isObject(value) && putBack(value, known) ? value : undefined;
}

/** What is no JSON is looked at as it came: the fault is told in those terms. */
function parsedOrNothing(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** True when every number has become its stack again, and each once. */
function putBack(event: JsonObject, known: Remembered[]): boolean {
  const missing = new Set(known.keys());
  for (const owner of ownersOf(event)) {
    const index = owner["stacktrace"];
    if (typeof index !== "number") continue;
    if (!missing.delete(index)) return false;
    owner["stacktrace"] = known[index]!.stacktrace;
  }
  return missing.size === 0;
}

/** What has a stack of its own in today's events: exceptions and threads. */
function ownersOf(event: JsonObject): JsonObject[] {
  return [event["exception"], event["threads"]].flatMap((list) => {
    const values = isObject(list) ? list["values"] : undefined;
    return Array.isArray(values) ? values.filter(isObject) : [];
  });
}

/** Only where all of an event's stacks are where they belong: others could not be put back. */
function learn(
  memory: StackMemory,
  bytes: Buffer,
  unknown: number[],
  count: number,
  value: Json,
): void {
  const owners = isObject(value)
    ? ownersOf(value).filter((owner) => isObject(owner["stacktrace"]))
    : [];
  if (owners.length !== count) return;
  for (const at of unknown) if (!memory.find(bytes, at)) memory.learn(bytes, at);
}
