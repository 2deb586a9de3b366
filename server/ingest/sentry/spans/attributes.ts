import { isObject, type Json, type JsonObject } from "#server/domain/json.ts";
import type { Attributes, AttributeValue } from "#server/domain/trace/span.ts";
import { pairsOf } from "#server/ingest/sentry/event/lenient.ts";

const maxAttributes = 1_000;
const maxDepth = 16;

/** `data` of a span: a map of anything. Nothing is said by null, and by what is nested too deep to be read. */
export function attributesOfData(data: Json | undefined): Attributes {
  return isObject(data) ? attributesOf(Object.entries(data)) : {};
}

/** `attributes` of a container's span: each `{ value, type }`. */
export function attributesOfTyped(typed: Json | undefined): Attributes {
  if (!isObject(typed)) return {};
  return attributesOf(
    Object.entries(typed).map(([key, each]) => [key, isObject(each) ? (each["value"] ?? null) : null]),
  );
}

/** Tags under their own names; `{ lcp: { value, unit } }` as `sentry.measurements.lcp`, times in milliseconds. */
export function attributesOfExtras({ tags, measurements }: JsonObject): Attributes {
  const measured = Object.entries(isObject(measurements) ? measurements : {}).map(([name, each]): [string, Json] => [
    `sentry.measurements.${name}`,
    isObject(each) && typeof each["value"] === "number" ? each["value"] * (unitMs.get(each["unit"]) ?? 1) : null,
  ]);
  return attributesOf([...pairsOf(tags, "tags", []), ...measured]);
}

const unitMs = new Map<Json | undefined, number>([
  ["nanosecond", 1e-6],
  ["microsecond", 1e-3],
  ["second", 1_000],
  ["minute", 60_000],
]);

function attributesOf(entries: [string, Json][]): Attributes {
  const attributes: Attributes = {};
  for (const [key, value] of entries.slice(0, maxAttributes)) {
    if (value !== null && key !== "__proto__") attributes[key] = within(value, 0);
  }
  return attributes;
}

function within(value: Json, depth: number): AttributeValue {
  if (typeof value !== "object" || value === null) return value;
  if (depth >= maxDepth) return null;
  if (Array.isArray(value)) return value.slice(0, maxAttributes).map((each) => within(each, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, within(each, depth + 1)]));
}
