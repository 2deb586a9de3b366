/** Identifiers, branded so that they can't be mixed up. Parsed at the boundary, trusted inside. */
declare const brand: unique symbol;
type Brand<T, Name extends string> = T & { readonly [brand]: Name };

/** Integer, as Sentry SDKs require in the DSN's path. */
export type ProjectId = Brand<number, "ProjectId">;
/** Integer, unique in the instance; pages show the short ID (`SHOP-142`). */
export type IssueId = Brand<number, "IssueId">;
export type UserId = Brand<number, "UserId">;
export type AlertRuleId = Brand<number, "AlertRuleId">;
export type CommentId = Brand<number, "CommentId">;
export type MonitorId = Brand<number, "MonitorId">;
/** 32 lowercase hexadecimal digits, as sent without dashes. */
export type EventId = Brand<string, "EventId">;
/** 32 lowercase hexadecimal digits: result of the grouping algorithm (`domain/grouping`). */
export type FingerprintHash = Brand<string, "FingerprintHash">;
/** 32 lowercase hexadecimal digits, never all zeros (W3C Trace Context). */
export type TraceId = Brand<string, "TraceId">;
/** 16 lowercase hexadecimal digits, never all zeros. */
export type SpanId = Brand<string, "SpanId">;

const uuid = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;

/** The event ID in stored form, or undefined if `value` is not a UUID (with or without dashes). */
export function parseEventId(value: unknown): EventId | undefined {
  if (typeof value !== "string" || !uuid.test(value)) return undefined;
  return value.replaceAll("-", "").toLowerCase() as EventId;
}

/**
 * The trace ID in stored form; undefined if `value` is not one. W3C Trace Context requires
 * lowercase, but uppercase occurs.
 */
export function parseTraceId(value: unknown): TraceId | undefined {
  return isHexId(value, 32) ? (value.toLowerCase() as TraceId) : undefined;
}

export function parseSpanId(value: unknown): SpanId | undefined {
  return isHexId(value, 16) ? (value.toLowerCase() as SpanId) : undefined;
}

function isHexId(value: unknown, digits: number): value is string {
  return (
    typeof value === "string" &&
    value.length === digits &&
    /^[0-9a-f]+$/i.test(value) &&
    !/^0+$/.test(value)
  );
}
