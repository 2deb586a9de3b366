import type { Json, JsonObject } from "#server/domain/json.ts";

/** Related attributes under a common title. */
export type AttributeGroup = { title: string; pairs: [key: string, value: Json][] };

const titles: [title: string, prefixes: string[]][] = [
  ["Route", ["react_router", "match"]],
  ["HTTP", ["http", "url", "client", "server", "network"]],
  ["Database", ["db"]],
  ["Messaging", ["messaging", "rpc", "faas", "graphql"]],
  ["Error", ["error", "exception"]],
  ["Code", ["code", "thread"]],
  ["Browser", ["browser", "user_agent", "os", "device", "session", "document"]],
  ["Sentry", ["sentry"]],
];

const others = "Attributes";

/** By the first part of the key (semantic conventions), in a fixed order, with the rest last. */
export function attributeGroups(attributes: JsonObject): AttributeGroup[] {
  const pairs = Object.entries(attributes).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const grouped = Map.groupBy(pairs, ([key]) => titleOf(key));
  return [...titles.map(([title]) => title), others].flatMap((title) => {
    const found = grouped.get(title);
    return found ? [{ title, pairs: found }] : [];
  });
}

function titleOf(key: string): string {
  const [prefix] = key.split(".", 1);
  return titles.find(([, prefixes]) => prefixes.includes(prefix!))?.[0] ?? others;
}
