import type { ErrorEvent } from "#server/domain/event/error-event.ts";
import type { Json, JsonObject } from "#server/domain/json.ts";

type Pairs = [name: string, value: Json][];
type Told = Pick<ErrorEvent, "tags">;

/**
 * Tags without the parts of others: `browser` says what `browser.name` does, and `device` what
 * `device.family` does.
 */
export function wholeTags(tags: ErrorEvent["tags"]): ErrorEvent["tags"] {
  const told = new Map(tags);
  return tags.filter(([key, value]) => {
    const [, whole = ""] = /^(.+)\.(?:name|family)$/.exec(key) ?? [];
    return !told.get(whole)?.startsWith(value);
  });
}

/** The event's own fields that no tag of the same name says already. */
export function untoldFields(fields: Pairs, { tags }: Told): Pairs {
  const told = new Map<string, Json>(tags);
  const names: { [field: string]: string } = { server: "server_name" };
  return fields.filter(([name, value]) => told.get(names[name] ?? name) !== value);
}

/**
 * What a context says beyond the tags: `os` and `os.name` are made of the context's name and
 * version.
 */
export function untoldContext(name: string, context: JsonObject, { tags }: Told): Pairs {
  const told = new Map(tags);
  const whole = told.get(name);
  return Object.entries(context).filter(([key, value]) => {
    if (key === "type" && value === name) return false;
    // The head of the page has both, with what they lead to.
    if (name === "trace" && (key === "trace_id" || key === "span_id")) return false;
    if (told.get(`${name}.${key}`) === value) return false;
    const isPart =
      key === "name" || key === "version" || key === "raw_description" || key === "model";
    return !(isPart && typeof value === "string" && ` ${whole} `.includes(` ${value} `));
  });
}
