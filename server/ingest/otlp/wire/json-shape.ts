import { isObject, type Json, type JsonObject } from "#server/domain/json.ts";
import type { Field, Message } from "./schema.ts";

/** Lists of lists that hold the records: resources, scopes, then spans, log records, or metrics. */
const levels = 3;

/**
 * The first field that is not the list or object it has to be, as a sentence; undefined when the
 * records can be found. Inside a record, a field of a wrong shape costs that field alone
 * (`json.ts`).
 */
export function shapeFault(
  value: JsonObject,
  message: Message,
  path = "",
  level = 0,
): string | undefined {
  for (const name in value) {
    const field = Object.hasOwn(message.fields, name) ? message.fields[name] : undefined;
    const said = value[name]!;
    if (!field || typeof field.type !== "function" || said === null) continue;
    const fault = fieldFault(said, field, path === "" ? name : `${path}.${name}`, level);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function fieldFault(said: Json, field: Field, path: string, level: number): string | undefined {
  if (!field.repeated) return isObject(said) ? undefined : `${path} is not an object`;
  if (!Array.isArray(said)) return `${path} is not a list`;
  for (const [at, entry] of said.entries()) {
    if (!isObject(entry)) return `${path}[${at}] is not an object`;
    if (level + 1 === levels || typeof field.type !== "function") continue;
    const fault = shapeFault(entry, field.type(), `${path}[${at}]`, level + 1);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
