import type { Buffer } from "node:buffer";
import type { Frame } from "#server/domain/event/error-event.ts";
import type { Json, JsonObject } from "#server/domain/json.ts";

/** Frames, innermost first, and how many of the sent ones are not among them. */
export type Stack = { frames: Frame[]; framesOmitted?: number };

/**
 * A stack trace that came before, byte for byte: parsed once, frozen, and part of every event that
 * it comes with again. What is found out about it holds for all of them and is remembered here.
 */
export type KnownStack = {
  /** As it came: JSON. */
  bytes: Buffer;
  /** By rules of scrubbing: whether they find nothing in it. */
  isCleanBy: WeakMap<object, boolean>;
  /** By platform of the event: how it reads, as long as nothing of it had to be left out. */
  readings: Map<string, Stack>;
  /** Of all its fields, at any depth. */
  names: Set<string>;
};

/** Where it is in an event's bytes. */
export type KnownStretch = { from: number; to: number; stack: KnownStack };

const known = Symbol("known stack");

/** What is known of a value of an event, where it is a stack that came before. */
export const knownStackOf = (value: Json | undefined): KnownStack | undefined =>
  (value as { [known]?: KnownStack } | undefined)?.[known];

/** `stacktrace` is frozen: it is shared, and cleaning works in place. */
export function knowStack(stacktrace: JsonObject, bytes: Buffer): JsonObject {
  const names = new Set<string>();
  const facts: KnownStack = { bytes, isCleanBy: new WeakMap(), readings: new Map(), names };
  return freeze(Object.defineProperty(stacktrace, known, { value: facts }), names);
}

/** To be changed: what `knowStack` was given, made again. */
export const copyOf = ({ bytes }: Pick<KnownStack, "bytes">): JsonObject =>
  JSON.parse(bytes.toString("utf8")) as JsonObject;

/** With everything in it; `names` gathers those of its fields. */
function freeze<T extends Json>(value: T, names: Set<string>): T {
  if (typeof value !== "object" || value === null) return value;
  for (const [name, each] of Object.entries(value)) {
    names.add(name);
    freeze(each, names);
  }
  return Object.freeze(value);
}
