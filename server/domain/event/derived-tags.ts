import { textOf } from "#server/domain/json.ts";
import type { ErrorEvent } from "./error-event.ts";

type Tag = ErrorEvent["tags"][number];

type DerivedTag = {
  /** Its value in an event; undefined if only searches use the tag (`userTags`). */
  of?: (event: ErrorEvent) => string | undefined;
  /** The field of a user that searches find by this tag. */
  field?: "id" | "email" | "username" | "ip";
  /** False if the list's filters have it elsewhere, or another tag says the same. */
  isFacet?: false;
  /** False if only searches use it, because pages show the user. */
  isShown?: false;
  /** Rank in the side column of an issue: 1 is first. */
  rank?: number;
};

/**
 * Tags that events get from their fields, under the names that people filter by. Append only: the
 * position is part of the file format (`storage/events/event-tags`). The same names have more
 * meanings in `domain/search/issue-keys`.
 */
const derived: { readonly [key: string]: DerivedTag } = {
  level: { of: ({ level }) => level, isFacet: false },
  environment: { of: ({ environment }) => environment, isFacet: false, rank: 6 },
  release: { of: ({ release }) => release, isFacet: false, rank: 2 },
  dist: { of: ({ dist }) => dist, isFacet: false },
  transaction: { of: ({ transaction }) => transaction, isFacet: false, rank: 1 },
  logger: { of: ({ logger }) => logger },
  server_name: { of: ({ serverName }) => serverName, rank: 8 },
  url: { of: ({ request }) => request?.url?.split(/[?#]/)[0], isFacet: false, rank: 7 },
  user: { of: userOf, isFacet: false },
  handled: { of: handledOf, isFacet: false },
  mechanism: { of: ({ exceptions }) => exceptions[0]?.mechanism?.type },
  browser: { of: versioned("browser"), isFacet: false, rank: 3 },
  "browser.name": { of: nameOf("browser") },
  os: { of: versioned("os"), isFacet: false, rank: 4 },
  "os.name": { of: nameOf("os") },
  client_os: { of: versioned("client_os") },
  "client_os.name": { of: nameOf("client_os") },
  runtime: { of: versioned("runtime"), isFacet: false, rank: 5 },
  "runtime.name": { of: nameOf("runtime") },
  device: { of: deviceOf },
  "device.family": { of: ({ contexts }) => textOf(deviceIn(contexts)?.["family"]) },
  "user.id": { field: "id" },
  "user.email": { field: "email", isShown: false },
  "user.username": { field: "username", isShown: false },
  "user.ip": { field: "ip", isShown: false },
};

const entries = Object.entries(derived);
const keysWith = (chosen: (tag: DerivedTag) => boolean): readonly string[] =>
  entries.flatMap(([key, tag]) => (chosen(tag) ? [key] : []));

/**
 * Keys that storage shortens, in the order of their format. A name shares the entry of the tag that
 * begins with it.
 */
export const shortenedKeys: readonly string[] = entries
  .map(([key]) => key)
  .filter((key) => !key.endsWith(".name"))
  .slice(0, 26);

/** Tags without a facet of their own in lists. */
export const keysWithoutFacet = keysWith(
  ({ isFacet, isShown }) => isFacet === false || isShown === false,
);

/** Tags of an issue's side column, in this order. */
export const sideKeys = keysWith(({ rank }) => rank !== undefined).toSorted(
  (a, b) => derived[a]!.rank! - derived[b]!.rank!,
);

export const searchOnlyTags = keysWith(({ isShown }) => isShown === false);

const ofEvents = entries.flatMap(([key, { of }]) => (of ? [{ key, of }] : []));
const ofUsers = entries.flatMap(([key, { field }]) => (field ? [{ key, field }] : []));

/** Those that the client did not send itself. */
export function derivedTags(event: ErrorEvent): Tag[] {
  const own = new Set(event.tags.map(([key]) => key));
  const tags: Tag[] = [];
  for (const { key, of } of ofEvents) {
    const value = own.has(key) ? undefined : of(event);
    if (value !== undefined && value !== "") tags.push([key, value]);
  }
  return tags;
}

const longest = 200;

/**
 * Searched fields of a user besides the tag `user`, which has the first of ID, email address,
 * username, and IP address: the others of these. They are not tags of the event.
 */
export function userTags({ user, tags }: Pick<ErrorEvent, "user" | "tags">): Tag[] {
  if (!user) return [];
  const [, ...others] = ofUsers.filter(({ field }) => user[field]);
  return others
    .filter(({ key }) => !tags.some(([own]) => own === key))
    .map(({ key, field }) => [key, lineOf(user[field]!)]);
}

const lineOf = (text: string) =>
  (/[\r\n]/.test(text) ? text.replaceAll(/[\r\n]+/g, " ") : text).slice(0, longest);

/** `id:7`, `email:…`: equal values of different fields are different users. */
function userOf({ user }: ErrorEvent): string | undefined {
  const first = user && ofUsers.find(({ field }) => user[field] !== undefined);
  return first && `${first.field}:${user[first.field]}`;
}

function handledOf({ exceptions }: ErrorEvent): string | undefined {
  const handled = exceptions[0]?.mechanism?.handled;
  return handled === undefined ? undefined : handled ? "yes" : "no";
}

type Context = "browser" | "os" | "client_os" | "runtime";

/** From the SDK or its User-Agent (`ingest/sentry/event/user-agent`). */
function nameOf(context: Context): (event: ErrorEvent) => string | undefined {
  return ({ contexts }) => textOf(contexts[context]?.["name"])?.trim();
}

function versioned(context: Context): (event: ErrorEvent) => string | undefined {
  const name = nameOf(context);
  return (event) => {
    const [title, version] = [name(event), textOf(event.contexts[context]?.["version"])?.trim()];
    return title === undefined || version === undefined ? title : `${title} ${version}`;
  };
}

/** A server's `device` has no name; the visitor's is used then. */
function deviceIn({ device, client_device: visitors }: ErrorEvent["contexts"]) {
  const isNamed = textOf(device?.["family"]) ?? textOf(device?.["model"]);
  return isNamed === undefined ? visitors : device;
}

function deviceOf({ contexts }: ErrorEvent): string | undefined {
  const meant = deviceIn(contexts);
  return textOf(meant?.["model"]) ?? textOf(meant?.["family"]);
}
