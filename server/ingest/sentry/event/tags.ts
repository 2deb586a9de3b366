import type { ErrorEvent, Note } from "#server/domain/event/error-event.ts";
import type { Json } from "#server/domain/json.ts";
import { pairsOf, textOf } from "./lenient.ts";
import { noteDropped, noteTrimmed } from "./notes.ts";

type Tag = ErrorEvent["tags"][number];

/** SPEC section 9. */
const maxTags = 200;
const maxCharacters = 200;

/** The client's tags in order. Of a duplicate key, the last counts. */
export function readTags(value: Json | undefined, notes: Note[]): Tag[] {
  const tags = new Map<string, string>();
  for (const [sentKey, sentValue] of pairsOf(value, "tags", notes)) {
    const text = textOf(sentValue);
    if (text !== undefined) tags.set(fit(sentKey, sentKey, notes), fit(text, sentKey, notes));
    else if (typeof sentValue === "object" && sentValue !== null)
      noteDropped(notes, `tags.${sentKey}`, "expected text");
  }
  if (tags.size <= maxTags) return [...tags];
  noteTrimmed(notes, "tags", maxTags, tags.size, "tags");
  return [...tags].slice(0, maxTags);
}

/** A tag is one table row: short, and without line breaks. */
function fit(text: string, key: string, notes: Note[]): string {
  const line = /[\r\n]/.test(text) ? text.replace(/[\r\n]+/g, " ").trim() : text;
  if (line.length <= maxCharacters) return line;
  noteTrimmed(
    notes,
    `tags.${key.slice(0, maxCharacters)}`,
    maxCharacters,
    line.length,
    "characters",
  );
  return `${line.slice(0, maxCharacters - 3)}...`;
}

/** The client's tags, then fields of the event under the names that people filter by. */
export function withDerivedTags(event: ErrorEvent): Tag[] {
  const own = new Set(event.tags.map(([key]) => key));
  const derived = derivedTags(event).filter(
    (tag): tag is Tag => tag[1] !== undefined && tag[1] !== "" && !own.has(tag[0]),
  );
  const tags = [
    ...event.tags,
    ...derived.map(([key, value]): Tag => [key, fit(value, key, event.notes)]),
  ];
  if (tags.length > maxTags) noteTrimmed(event.notes, "tags", maxTags, tags.length, "tags");
  return tags.slice(0, maxTags);
}

function derivedTags(event: ErrorEvent): [string, string | undefined][] {
  const mechanism = event.exceptions[0]?.mechanism;
  return [
    ["level", event.level],
    ["environment", event.environment],
    ["release", event.release],
    ["dist", event.dist],
    ["transaction", event.transaction],
    ["logger", event.logger],
    ["server_name", event.serverName],
    ["url", event.request?.url?.split(/[?#]/)[0]],
    ["user", userTag(event)],
    ["handled", mechanism?.handled === undefined ? undefined : mechanism.handled ? "yes" : "no"],
    ["mechanism", mechanism?.type],
    ...contextTags(event, "browser"),
    ...contextTags(event, "os"),
    ...contextTags(event, "client_os"),
    ...contextTags(event, "runtime"),
    ...deviceTags(event.contexts),
  ];
}

/** `id:7`, `email:…`: equal values of different fields are different users. */
function userTag({ user }: ErrorEvent): string | undefined {
  if (user?.id !== undefined) return `id:${user.id}`;
  if (user?.email !== undefined) return `email:${user.email}`;
  if (user?.username !== undefined) return `username:${user.username}`;
  return user?.ip === undefined ? undefined : `ip:${user.ip}`;
}

/** From the SDK or its User-Agent (`user-agent.ts`). */
function contextTags(
  event: ErrorEvent,
  name: "browser" | "os" | "client_os" | "runtime",
): [string, string | undefined][] {
  const context = event.contexts[name];
  const title = textOf(context?.["name"])?.trim();
  const version = textOf(context?.["version"])?.trim();
  if (title === undefined) return [];
  return [
    [name, version === undefined ? title : `${title} ${version}`],
    [`${name}.name`, title],
  ];
}

/** A server's `device` has no name; the visitor's is used then. */
function deviceTags({
  device,
  client_device: visitors,
}: ErrorEvent["contexts"]): [string, string | undefined][] {
  const isNamed = textOf(device?.["family"]) ?? textOf(device?.["model"]);
  const meant = isNamed === undefined ? visitors : device;
  const family = textOf(meant?.["family"]);
  return [
    ["device", textOf(meant?.["model"]) ?? family],
    ["device.family", family],
  ];
}
