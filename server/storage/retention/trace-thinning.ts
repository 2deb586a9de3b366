import type { Thinning } from "#server/storage/traces/trace-store.ts";
import { traceIdText } from "#server/storage/traces/ids.ts";

/** So many traces are decided on at a time: many to a pack, so that few packs are written twice. */
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

/** Of rows in order of arrival, those up to the first that came too late to be due. */
export function dueOf(rows: UndecidedRow[], before: number): UndecidedRow[] {
  const end = rows.findIndex(({ received_at }) => received_at >= before);
  return end === -1 ? rows : rows.slice(0, end);
}

/** Those that are to go, in order of their packs. */
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

/** Spans begin with a tag, which is never zero. */
export const isBlank = (bytes: Uint8Array): boolean => Buffer.alloc(bytes.length).equals(bytes);
