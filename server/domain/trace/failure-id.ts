import { createHash } from "node:crypto";
import type { EventId } from "#server/domain/ids.ts";

/** The identity of a failure across reports. */
type Failure = {
  /** Without one, other data identifies the report: its time and service. */
  traceId: string | undefined;
  fallback: string;
  type: string | undefined;
  message: string | undefined;
};

/**
 * The event ID of a failure without one. The same failure is reported by the span that threw, by
 * every span it passed, by a log record, and again when a batch is retried: within one trace, type
 * and message make them one event. The span is excluded, because each report names another.
 */
export function failureId({ traceId, fallback, type = "", message = "" }: Failure): EventId {
  const hash = createHash("sha256").update(
    JSON.stringify([traceId ?? fallback, type, message.trim()]),
  );
  return hash.digest("hex").slice(0, 32) as EventId;
}
