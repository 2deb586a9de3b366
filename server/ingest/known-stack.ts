import type { Buffer } from "node:buffer";
import type { Frame } from "#server/domain/event/error-event.ts";
import type { Json, JsonObject } from "#server/domain/json.ts";

/** Frames, innermost first, and the number of omitted ones. */
export type Stack = { frames: Frame[]; framesOmitted?: number };

/**
 * A stack trace received before, byte for byte: parsed once, frozen, and shared by all events with
 * it. Derived data is cached here.
 */
export type KnownStack = {
  /** JSON as received. */
  bytes: Buffer;
  /** By scrubbing rules: whether they find nothing in it. */
  isCleanBy: WeakMap<object, boolean>;
  /** By platform of the event: the parsed stack, unless something was omitted. */
  readings: Map<string, Stack>;
  /** Names of all its fields, at any depth. */
  names: Set<string>;
};

/** Its position in an event's bytes. */
export type KnownStretch = { from: number; to: number; stack: KnownStack };

const known = Symbol("known stack");

/** Cached data of an event's value, if it is a known stack. */
export const knownStackOf = (value: Json | undefined): KnownStack | undefined =>
  (value as { [known]?: KnownStack } | undefined)?.[known];

/** Freezes `stacktrace`: it is shared, and scrubbing changes values in place. */
export function knowStack(stacktrace: JsonObject, bytes: Buffer): JsonObject {
  const names = new Set<string>();
  const facts: KnownStack = { bytes, isCleanBy: new WeakMap(), readings: new Map(), names };
  return freeze(Object.defineProperty(stacktrace, known, { value: facts }), names);
}

/** A mutable copy, parsed again. */
export const copyOf = ({ bytes }: Pick<KnownStack, "bytes">): JsonObject =>
  JSON.parse(bytes.toString("utf8")) as JsonObject;

/** Freezes it deeply; `names` collects the names of its fields. */
function freeze<T extends Json>(value: T, names: Set<string>): T {
  if (typeof value !== "object" || value === null) return value;
  for (const [name, each] of Object.entries(value)) {
    names.add(name);
    freeze(each, names);
  }
  return Object.freeze(value);
}
