import { parseTraceId, type TraceId } from "#server/domain/ids.ts";

/** A copied trace reference: its ID, or its first digits. */
export type TraceReference =
  | { traceId: TraceId; isNamed: boolean }
  | { prefix: string; isNamed: boolean };

const key = /^(?:trace|trace[_.]?id):\s*/i;
/** Of the W3C (`00-TRACE-SPAN-01`) and of Sentry (`TRACE-SPAN-1`). */
const header =
  /^(?:(?:traceparent|sentry-trace)[:=]\s*)?(?:[0-9a-f]{2}-)?([0-9a-f]{32})-[0-9a-f]{16}(?:-[0-9a-f]{1,2})?$/i;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The trace reference if the whole search is one; `isNamed`: marked by `trace:` or as a header. */
export function parseTraceReference(text: string): TraceReference | undefined {
  const typed = text.trim();
  const ofHeader = parseTraceId(header.exec(typed)?.[1]);
  if (ofHeader) return { traceId: ofHeader, isNamed: true };
  const isNamed = key.test(typed);
  const bare = typed.replace(key, "").replace(/^"(.*)"$/, "$1");
  const digits = uuid.test(bare) ? bare.replaceAll("-", "") : bare;
  const traceId = parseTraceId(digits);
  if (traceId) return { traceId, isNamed };
  return /^[0-9a-f]{8,31}$/i.test(digits) ? { prefix: digits.toLowerCase(), isNamed } : undefined;
}
