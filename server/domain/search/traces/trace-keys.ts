import { canonicalKey, isField } from "#server/domain/trace/terms/terms.ts";
import { type UnlistedKind, unlistedKinds } from "#server/domain/trace/listing/unlisted.ts";

/** Sentry's names of span attributes. */
const otherNames = new Map([
  ["env", "environment"],
  ["transaction", "name"],
  ["span.description", "name"],
  ["op", "sentry.op"],
  ["span.op", "sentry.op"],
  ["span.duration", "duration"],
  ["transaction.duration", "duration"],
  ["span.status", "status"],
  ["span.kind", "kind"],
  ["span.name", "name"],
  ["user.username", "user.name"],
  ["user.ip", "user.ip_address"],
]);

/** Fields are case-insensitive with short aliases; attribute names are exact. */
export function fieldOr(key: string): string {
  const lower = otherNames.get(key.toLowerCase()) ?? key.toLowerCase();
  if (["duration", "spans", "errors", "has"].includes(lower) || isField(lower)) return lower;
  return canonicalKey(otherNames.get(key.toLowerCase()) ?? key);
}

/** The values of `is:`, which is otherwise an ordinary attribute. */
export const unlistedKindIn = (value: string): UnlistedKind | undefined =>
  unlistedKinds.find((kind) => kind === value.toLowerCase());

/** Keys that match several attributes. */
const aliases: ReadonlyMap<string, readonly string[]> = new Map([
  ["browser", ["user_agent.name", "browser.name"]],
  ["os", ["os.name", "user_agent.os.name"]],
  ["device", ["device.model.name", "device.family"]],
  ["user", ["user.id", "user.email"]],
]);

/** Keys with special meaning, and those that match several attributes. */
export const traceKeys: readonly string[] = [
  "service",
  "name",
  "route",
  "kind",
  "status",
  "environment",
  "release",
  "duration",
  "spans",
  "errors",
  "has",
  ...aliases.keys(),
];

/** Often searched with `status:`, which means whether a trace failed. */
export const statusAttribute = "http.response.status_code";
export const httpStatus = /^[<>]?=?[1-5]\d\d$/;

/** The attributes of a search key, by canonical name. */
export const attributesOf = (key: string): readonly string[] => aliases.get(key) ?? [key];
