import { Buffer } from "node:buffer";
import { isObject, type Json, type JsonObject } from "#server/domain/json.ts";
import { type Parsed, parseJson } from "#server/ingest/json.ts";
import { StackMemory } from "./stack-memory.ts";

/** Parses events; stacks that came before, byte for byte, only once (`ingest/known-stack.ts`). */
export type KnownStacks = { parse(bytes: Buffer): Parsed };

/**
 * Two thirds of a server's event are its stack with the source around each frame, and in a flood it is the same again and
 * again: finding one here takes a few microseconds, parsing, cleaning and reading it ten times as long.
 *
 * While the rest is parsed a number stands in a stack's place. Unless each of them is found again where stacks belong, the
 * event is parsed as it came: none reads otherwise than it would have.
 */
export function createKnownStacks(mostBytes: number = 4 * 1024 * 1024): KnownStacks {
  const memory = new StackMemory(mostBytes);
  let missed = 0;
  return {
    parse(bytes) {
      const places = bytes.length < leastBytes ? [] : placesOf(bytes);
      const known = places.map((at) => memory.find(bytes, at));
      const value = known.some(Boolean) ? parseAround(bytes, places, known) : undefined;
      const parsed = value ? { value } : parseJson(bytes);
      if (known.includes(undefined) && ++missed % missesToLearn === 0 && "value" in parsed)
        learn(memory, bytes, places, parsed.value);
      return parsed;
    },
  };
}

/** Of what is shorter little can be saved. */
const leastBytes = 2_048;
/** What comes but once is not worth it, and most that comes often comes once more soon. */
const missesToLearn = 4;

const name = '"stacktrace":';
const begin = `${name}{"frames":[`;
const [openBrace, comma] = [0x7b, 0x2c];

/** Where stacks begin. A name can stand behind these two alone, and within a text its quotes would be escaped. */
function placesOf(bytes: Buffer): number[] {
  const places: number[] = [];
  for (let at = bytes.indexOf(begin, 0, "latin1"); at >= 0; at = bytes.indexOf(begin, at + begin.length, "latin1")) {
    const before = bytes[at - 1];
    if (before === openBrace || before === comma) places.push(at + name.length);
  }
  return places;
}

type Found = ReturnType<StackMemory["find"]>;

function parseAround(bytes: Buffer, places: number[], known: Found[]): JsonObject | undefined {
  let text = "";
  let from = 0;
  for (const [index, stack] of known.entries()) {
    const at = places[index]!;
    // One within another goes with it.
    if (!stack || at < from) continue;
    text += bytes.toString("utf8", from, at) + index;
    from = at + stack.length;
  }
  const value = parsedOrNothing(text + bytes.toString("utf8", from));
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
function putBack(event: JsonObject, known: Found[]): boolean {
  const missing = new Set(known.keys().filter((index) => known[index]));
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

/** Where all stacks lie where they belong: others could not be put back. */
function learn(memory: StackMemory, bytes: Buffer, places: number[], value: Json): void {
  const owners = isObject(value) ? ownersOf(value).filter((owner) => isObject(owner["stacktrace"])) : [];
  if (owners.length !== places.length) return;
  for (const at of places) memory.learn(bytes, at);
}
