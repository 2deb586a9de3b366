import type { Thinning } from "#server/storage/traces/trace-store.ts";
import { traceIdText } from "#server/storage/traces/ids.ts";

/** Traces processed at a time: many per pack, so that few packs are written twice. */
export const chunkRows = 4_096;

export type UndecidedRow = {
  id: number;
  trace_id: Uint8Array;
  received_at: number;
  started_at: number;
  ended_at: number;
  error_count: number;
  pack: number;
};

/** The rows, in order of receipt, up to the first that is not due yet. */
export function dueOf(rows: UndecidedRow[], before: number): UndecidedRow[] {
  const end = rows.findIndex(({ received_at }) => received_at >= before);
  return end === -1 ? rows : rows.slice(0, end);
}

/** Traces to delete, in pack order. */
export async function refused(
  rows: UndecidedRow[],
  { from, choose }: Thinning,
): Promise<UndecidedRow[]> {
  const asked = rows.filter(
    ({ received_at, error_count }) => received_at >= from && error_count === 0,
  );
  const traces = asked.map((row) => ({
    traceId: traceIdText(row.trace_id),
    receivedAt: row.received_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
  }));
  const chosen = await choose(traces);
  return asked
    .filter((_, at) => !chosen.has(traces[at]!.traceId))
    .toSorted((a, b) => a.pack - b.pack);
}

/** Spans start with a tag, which is never zero. */
export const isBlank = (bytes: Uint8Array): boolean => Buffer.alloc(bytes.length).equals(bytes);
