import type { Note } from "#server/domain/event/error-event.ts";
import { isObject, type Json, type JsonObject } from "#server/domain/json.ts";
import type { Attributes, AttributeValue } from "#server/domain/trace/span.ts";
import { pairsOf } from "#server/ingest/sentry/event/lenient.ts";
import { noteDropped, noteTrimmed } from "#server/ingest/sentry/event/notes.ts";

const maxAttributes = 1_000;
const maxDepth = 16;

/** `data` of a span: any map. Skips null, and values nested too deeply. */
export function attributesOfData(data: Json | undefined, notes: Note[]): Attributes {
  return isObject(data) ? attributesOf(Object.entries(data), notes) : {};
}

/** `attributes` of a container's span: each `{ value, type }`. */
export function attributesOfTyped(typed: Json | undefined, notes: Note[]): Attributes {
  if (!isObject(typed)) return {};
  return attributesOf(
    Object.entries(typed).map(([key, each]) => [
      key,
      isObject(each) ? (each["value"] ?? null) : null,
    ]),
    notes,
  );
}

/**
 * Tags under their own names; `{ lcp: { value, unit } }` as `sentry.measurements.lcp`, times in
 * milliseconds.
 */
export function attributesOfExtras({ tags, measurements }: JsonObject, notes: Note[]): Attributes {
  const measured = Object.entries(isObject(measurements) ? measurements : {}).map(
    ([name, each]): [string, Json] => [
      `sentry.measurements.${name}`,
      isObject(each) && typeof each["value"] === "number"
        ? each["value"] * (unitMs.get(each["unit"]) ?? 1)
        : null,
    ],
  );
  return attributesOf([...pairsOf(tags, "attributes", notes), ...measured], notes);
}

const unitMs = new Map<Json | undefined, number>([
  ["nanosecond", 1e-6],
  ["microsecond", 1e-3],
  ["second", 1_000],
  ["minute", 60_000],
]);

function attributesOf(entries: [string, Json][], notes: Note[]): Attributes {
  const attributes: Attributes = {};
  if (entries.length > maxAttributes)
    noteTrimmed(notes, "attributes", maxAttributes, entries.length, "attributes");
  for (const [key, value] of entries.slice(0, maxAttributes)) {
    if (value !== null && key !== "__proto__")
      attributes[key] = within(value, 0, { path: `attributes.${key}`, notes });
  }
  return attributes;
}

function within(
  value: Json,
  depth: number,
  noted: { path: string; notes: Note[] },
): AttributeValue {
  if (typeof value !== "object" || value === null) return value;
  if (depth >= maxDepth) {
    noteDropped(noted.notes, noted.path, `nested deeper than ${maxDepth}`);
    return null;
  }
  if (Array.isArray(value)) {
    if (value.length > maxAttributes)
      noteTrimmed(noted.notes, noted.path, maxAttributes, value.length, "entries");
    return value.slice(0, maxAttributes).map((each) => within(each, depth + 1, noted));
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, within(each, depth + 1, noted)]),
  );
}
