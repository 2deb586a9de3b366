import type { Json, JsonObject } from "#server/domain/json.ts";
import type { Attributes, AttributeValue } from "#server/domain/trace/span.ts";

/** Attributes as JSON. Integers that exceed a JSON number become text, as in OTLP's JSON. */
export function attributesJson(attributes: Attributes): JsonObject {
  return Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, jsonOf(value)]));
}

function jsonOf(value: AttributeValue): Json {
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return value.map(jsonOf);
  return typeof value === "object" && value !== null ? attributesJson(value) : value;
}
