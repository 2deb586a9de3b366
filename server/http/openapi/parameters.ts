import type { QueryParameter } from "./operation.ts";
import { integer, oneOf, text } from "./schema.ts";

const word = (name: string, description: string): QueryParameter => ({ name, description, schema: text() });

export const query = (what: string): QueryParameter => word("query", `A search, as the ${what} page takes it.`);
export const environment = word("environment", "One environment. All of them unless given.");
export const cursor = word("cursor", "“next” of the page before.");
export const limit: QueryParameter = {
  name: "limit",
  description: "Rows of a page. 50 unless given.",
  schema: { ...integer(), minimum: 1, maximum: 200 },
};

/** Of lists that are sorted as a whole. */
export const longLimit: QueryParameter = {
  name: "limit",
  description: "Rows of a page. 1,000 unless given.",
  schema: { ...integer(), minimum: 1, maximum: 1_000 },
};

const range = "A time as ISO 8601, or an age such as 15m, 24h, or 7d.";
const since = (usual: string) => word("since", `Start of the time range. ${range} ${usual}`);
const until = word("until", `End of the time range. ${range} Now unless given.`);

/** A time range with the start that holds unless one is given. */
export const window = (usual: string): QueryParameter[] => [since(`${usual} ago unless given.`), until];
export const anyTime: QueryParameter[] = [since("All times unless given."), until];

export const release = word("release", "One release.");
export const service = word("service", "One service.");
export const sort = (values: readonly string[], usual: string): QueryParameter => ({
  name: "sort",
  description: `The order. ${usual} unless given.`,
  schema: oneOf(values),
});
/** With a minus in front: the other way round. */
export const reversibleSort = (values: readonly string[], usual: string): QueryParameter =>
  sort([...values, ...values.map((value) => `-${value}`)], usual);
export const choice = (name: string, values: readonly string[], description: string): QueryParameter => ({
  ...{ name, description },
  schema: oneOf(values),
});
export const kinds = (values: readonly string[]): QueryParameter => ({
  name: "kind",
  description: "Kinds of routes. Those that users wait for unless given.",
  schema: oneOf(values),
  isRepeatable: true,
});
export const named = word;
export const raw: QueryParameter = {
  name: "raw",
  description: "1: times as they were sent, without correcting clocks.",
  schema: oneOf(["1"]),
};
