/** Identifiers, branded so that one cannot be passed for another. Parsed at the door, trusted inside. */
declare const brand: unique symbol;
type Brand<T, Name extends string> = T & { readonly [brand]: Name };

/** Integer: Sentry SDKs require it in the DSN's path (PROTOCOL A.1). */
export type ProjectId = Brand<number, "ProjectId">;
/** Integer, unique in the instance; people see the short id (`SHOP-142`). */
export type IssueId = Brand<number, "IssueId">;
export type UserId = Brand<number, "UserId">;
/** 32 lower-case hex digits, as the client sent it without dashes. */
export type EventId = Brand<string, "EventId">;
/** 32 lower-case hex digits: the grouping algorithm's output (`domain/grouping`). */
export type FingerprintHash = Brand<string, "FingerprintHash">;

const uuid = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;

/** The event id in its stored form, or undefined when `value` is no UUID (with or without dashes). */
export function parseEventId(value: unknown): EventId | undefined {
  if (typeof value !== "string" || !uuid.test(value)) return undefined;
  return value.replaceAll("-", "").toLowerCase() as EventId;
}
