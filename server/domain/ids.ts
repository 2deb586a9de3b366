/**
 * Identifiers, branded so that one cannot be passed for another. Parsed at the boundary, trusted
 * inside.
 */
declare const brand: unique symbol;
type Brand<T, Name extends string> = T & { readonly [brand]: Name };

/** Integer: Sentry SDKs require it in the DSN's path (PROTOCOL A.1). */
export type ProjectId = Brand<number, "ProjectId">;
/** Integer, unique in the instance; people see the short id (`SHOP-142`). */
export type IssueId = Brand<number, "IssueId">;
export type UserId = Brand<number, "UserId">;
export type AlertRuleId = Brand<number, "AlertRuleId">;
export type CommentId = Brand<number, "CommentId">;
export type MonitorId = Brand<number, "MonitorId">;
/** 32 lower-case hex digits, as the client sent it without dashes. */
export type EventId = Brand<string, "EventId">;
/** 32 lower-case hex digits: the grouping algorithm's output (`domain/grouping`). */
export type FingerprintHash = Brand<string, "FingerprintHash">;
/** 32 lower-case hex digits, never all zero (W3C Trace Context). */
export type TraceId = Brand<string, "TraceId">;
/** 16 lower-case hex digits, never all zero. */
export type SpanId = Brand<string, "SpanId">;

const uuid = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;

/**
 * The event id in its stored form, or undefined when `value` is no UUID (with or without dashes).
 */
export function parseEventId(value: unknown): EventId | undefined {
  if (typeof value !== "string" || !uuid.test(value)) return undefined;
  return value.replaceAll("-", "").toLowerCase() as EventId;
}

/**
 * The trace id in its stored form; undefined when `value` is none. Upper case occurs (PROTOCOL
 * B.3).
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
