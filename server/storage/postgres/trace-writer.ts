import type { TraceChange, TraceTransaction } from "#server/storage/trace-store.ts";
import type { Query } from "./database.ts";
import type { Days } from "./days.ts";
import { notPortedYet } from "./not-ported-yet.ts";

/** One batch's traces: what the digest asks, and what it saves, all in the batch's transaction. */
export type TraceWrites = TraceTransaction & {
  /** Rows, index, spans, and which services and environments there are. May be called again in the same batch. */
  write(changes: TraceChange[]): Promise<void>;
};

/**
 * Made once for a store: what it remembers of days serves batch after batch. What it returns is for one run of one
 * transaction that holds the projects' rows in `writers`.
 */
export function traceWriters(_days: Days): (query: Query) => TraceWrites {
  return () => notPortedYet("traces");
}
