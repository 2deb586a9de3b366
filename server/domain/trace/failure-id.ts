import { createHash } from "node:crypto";
import type { EventId } from "#server/domain/ids.ts";

/** What one failure is told apart by, however often it is reported. */
type Failure = {
  /** Without one, whatever else pins the report down: its time and its service. */
  traceId: string | undefined;
  fallback: string;
  type: string | undefined;
  message: string | undefined;
};

/**
 * The event id of a failure that came without one. The same failure is reported by the span that
 * threw, by every span that it passed on its way up, as a log record beside them, and again when a
 * batch is sent twice: within one trace, type and message make them one event (PROTOCOL B.5, C.4).
 * The span is left out because each of those names another.
 */
export function failureId({ traceId, fallback, type = "", message = "" }: Failure): EventId {
  const hash = createHash("sha256").update(
    JSON.stringify([traceId ?? fallback, type, message.trim()]),
  );
  return hash.digest("hex").slice(0, 32) as EventId;
}
