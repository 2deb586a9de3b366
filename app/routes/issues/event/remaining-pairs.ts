import type { ErrorEvent } from "#server/domain/event/error-event.ts";
import type { Json, JsonObject } from "#server/domain/json.ts";

type Pairs = [name: string, value: Json][];
type Told = Pick<ErrorEvent, "tags">;

/**
 * Tags without redundant parts: `browser` contains `browser.name`, and `device` contains
 * `device.family`.
 */
export function wholeTags(tags: ErrorEvent["tags"]): ErrorEvent["tags"] {
  const told = new Map(tags);
  return tags.filter(([key, value]) => {
    const [, whole = ""] = /^(.+)\.(?:name|family)$/.exec(key) ?? [];
    return !told.get(whole)?.startsWith(value);
  });
}

/** The event's fields that no tag of the same name repeats. */
export function remainingFields(fields: Pairs, { tags }: Told): Pairs {
  const told = new Map<string, Json>(tags);
  const names: { [field: string]: string } = { server: "server_name" };
  return fields.filter(([name, value]) => told.get(names[name] ?? name) !== value);
}

/** A context without what tags contain: `os` and `os.name` repeat its name and version. */
export function remainingContext(name: string, context: JsonObject, { tags }: Told): Pairs {
  const told = new Map(tags);
  const whole = told.get(name);
  return Object.entries(context).filter(([key, value]) => {
    if (key === "type" && value === name) return false;
    // The head of the page shows both, with links.
    if (name === "trace" && (key === "trace_id" || key === "span_id")) return false;
    if (told.get(`${name}.${key}`) === value) return false;
    const isPart =
      key === "name" || key === "version" || key === "raw_description" || key === "model";
    return !(isPart && typeof value === "string" && ` ${whole} `.includes(` ${value} `));
  });
}
