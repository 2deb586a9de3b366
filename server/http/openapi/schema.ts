/** A JSON Schema (2020-12), as in OpenAPI 3.1. */
export type Schema = { readonly [keyword: string]: unknown };

type Properties = { readonly [name: string]: Schema };

/**
 * `optional`: properties that may be missing. All others are always present; unknown values are
 * null.
 */
export function object(properties: Properties, optional: Properties = {}): Schema {
  return {
    type: "object",
    properties: { ...properties, ...optional },
    ...(Object.keys(properties).length > 0 && { required: Object.keys(properties) }),
  };
}

/** Any keys are allowed: they come from the client or depend on a `kind`. */
export const mapOf = (values: Schema, description?: string): Schema => ({
  type: "object",
  additionalProperties: values,
  ...says(description),
});

/** Lists some properties; others depend on the type. */
export const open = (properties: Properties, description?: string): Schema => ({
  ...object(properties),
  additionalProperties: true,
  ...says(description),
});

export const listOf = (items: Schema, description?: string): Schema => ({
  type: "array",
  items,
  ...says(description),
});

/** A list with a fixed number of different items. */
export const tuple = (...items: Schema[]): Schema => ({
  type: "array",
  prefixItems: items,
  minItems: items.length,
  maxItems: items.length,
});

export const text = (description?: string): Schema => ({ type: "string", ...says(description) });
export const time = (description?: string): Schema => ({
  type: "string",
  format: "date-time",
  ...says(description),
});
export const integer = (description?: string): Schema => ({
  type: "integer",
  ...says(description),
});
export const number = (description?: string): Schema => ({ type: "number", ...says(description) });
export const flag = (description?: string): Schema => ({ type: "boolean", ...says(description) });
/** A fraction of a whole. */
export const share = (description?: string): Schema => ({
  type: "number",
  minimum: 0,
  maximum: 1,
  ...says(description),
});
export const oneOf = (values: readonly string[], description?: string): Schema => ({
  type: "string",
  enum: [...values],
  ...says(description),
});

/** Any JSON. */
export const anything = (description?: string): Schema => ({ ...says(description) });

/** Null if unknown or absent. */
export function nullable(schema: Schema): Schema {
  if (Array.isArray(schema["enum"]))
    return { ...schema, type: ["string", "null"], enum: [...(schema["enum"] as string[]), null] };
  return typeof schema["type"] === "string"
    ? { ...schema, type: [schema["type"], "null"] }
    : { oneOf: [schema, { type: "null" }] };
}

/** A schema under `components`. */
export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** Properties of several objects in one. */
export function joined(...objects: Schema[]): Schema {
  const properties = objects.map((each) => each["properties"] as Properties);
  const required = objects.flatMap((each) => (each["required"] as string[] | undefined) ?? []);
  return {
    type: "object",
    properties: Object.assign({}, ...properties) as Properties,
    required: [...new Set(required)],
  };
}

const says = (description: string | undefined) =>
  description === undefined ? {} : { description };
