import type { QueryParameter } from "./operation.ts";
import { integer, oneOf, text } from "./schema.ts";

const word = (name: string, description: string): QueryParameter => ({
  name,
  description,
  schema: text(),
});

export const query = (what: string): QueryParameter =>
  word("query", `A search, in the syntax of the ${what} page.`);
export const environment = word("environment", "One environment. Default: all.");
export const cursor = word("cursor", "“next” of the previous page.");
export const limit: QueryParameter = {
  name: "limit",
  description: "Rows per page. Default: 50.",
  schema: { ...integer(), minimum: 1, maximum: 200 },
};

/** For lists that are fully sorted. */
export const longLimit: QueryParameter = {
  name: "limit",
  description: "Rows per page. Default: 1,000.",
  schema: { ...integer(), minimum: 1, maximum: 1_000 },
};

const range = "An ISO 8601 time, or an age like 15m, 24h, or 7d.";
const since = (usual: string) => word("since", `Start of the time range. ${range} ${usual}`);
const until = word("until", `End of the time range. ${range} Default: now.`);

/** A time range with a default start. */
export const window = (usual: string): QueryParameter[] => [since(`Default: ${usual} ago.`), until];
export const anyTime: QueryParameter[] = [since("Default: all time."), until];

export const release = word("release", "One release.");
export const service = word("service", "One service.");
export const sort = (values: readonly string[], usual: string): QueryParameter => ({
  name: "sort",
  description: `Sort order. Default: ${usual}.`,
  schema: oneOf(values),
});
/** Reversed with a leading minus. */
export const reversibleSort = (values: readonly string[], usual: string): QueryParameter =>
  sort([...values, ...values.map((value) => `-${value}`)], usual);
export const choice = (
  name: string,
  values: readonly string[],
  description: string,
): QueryParameter => ({
  name,
  description,
  schema: oneOf(values),
});
export const kinds = (values: readonly string[]): QueryParameter => ({
  name: "kind",
  description: "Types of routes. Default: types that users wait for.",
  schema: oneOf(values),
  isRepeatable: true,
});
export const named = word;
export const raw: QueryParameter = {
  name: "raw",
  description: "Set to 1 for times as sent, without clock correction.",
  schema: oneOf(["1"]),
};
