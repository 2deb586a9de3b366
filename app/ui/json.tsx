import type { Json } from "#server/domain/json.ts";
import { isObject } from "#server/domain/json.ts";

/** Any value as text: strings as they are, the rest as JSON. */
export function JsonText({ value }: { value: Json }) {
  if (typeof value === "string") return <code className="text">{value}</code>;
  if (Array.isArray(value) || isObject(value))
    return <code className="text">{JSON.stringify(value, undefined, 2)}</code>;
  return <code>{String(value)}</code>;
}
