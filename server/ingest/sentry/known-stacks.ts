import { Buffer } from "node:buffer";
import { isObject, type Json, type JsonObject } from "#server/domain/json.ts";
import { type Parsed, parseJson } from "#server/ingest/json.ts";
import type { KnownStretch } from "#server/ingest/known-stack.ts";
import { StackMemory } from "./stack-memory.ts";

/** Parses events; known stacks, byte for byte, only once (`ingest/known-stack.ts`). */
export type KnownStacks = { parse(bytes: Buffer): ParsedEvent };

/** `known`: positions of known stacks in the bytes. */
export type ParsedEvent = Parsed & { known?: KnownStretch[] };

/**
 * Two thirds of a server's event are its stack with source context, and in a flood, it repeats.
 * Finding it takes a few microseconds; parsing, scrubbing, and reading take ten times as long.
 *
 * During parsing, a number replaces each stack. Unless every number is found where stacks belong,
 * the event is parsed as received, so that no result differs.
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

/** Shorter stacks save little. */
const leastBytes = 2_048;

const name = '"stacktrace":';
const begin = `${name}{"frames":[`;
const [openBrace, comma] = [0x7b, 0x2c];

/** Positions of stacks in an event: known ones, and the starts of others. */
type Looked = { known: Remembered[]; unknown: number[] };
type Remembered = KnownStretch & { stacktrace: JsonObject };
const nothing: Looked = { known: [], unknown: [] };

/**
 * Only these two characters can precede a name, and within a string, its quotes would be escaped.
 */
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

/** Invalid JSON is parsed as received, so that the fault refers to it. */
function parsedOrNothing(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** True if every number was replaced by its stack, once each. */
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

/** Objects with their own stack in current events: exceptions and threads. */
function ownersOf(event: JsonObject): JsonObject[] {
  return [event["exception"], event["threads"]].flatMap((list) => {
    const values = isObject(list) ? list["values"] : undefined;
    return Array.isArray(values) ? values.filter(isObject) : [];
  });
}

/** Only if all of an event's stacks are where they belong: others could not be restored. */
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
