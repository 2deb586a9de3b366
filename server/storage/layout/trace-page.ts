import type { TraceSummary } from "#server/domain/trace/summary.ts";
import type { TraceList } from "#server/storage/trace-store.ts";
import { decodeCursor, encodeCursor } from "./keyset.ts";
import { type ShapedTraceRow, summaryOf } from "./trace-row.ts";

/** A place in the list: what lies below this row of this day, and on earlier days, is yet to come. */
export type TracePosition = { day: string; below: number };

export type Found = TracePosition & { row: ShapedTraceRow };

export const summariesOf = (found: Found[]): TraceSummary[] => found.map(({ row }) => summaryOf(row));

export const fullPage = (found: Found[]): TraceList => ({
  rows: summariesOf(found),
  next: cursorAt(found.at(-1)!),
});

export const cursorAt = ({ day, below }: TracePosition): string => encodeCursor([day, below]);

/** Where a cursor points; without one, before everything: `end` is above every row. */
export function startOf(cursor: string | undefined, end: number): TracePosition {
  const [day, below] = decodeCursor<[string, number]>(cursor, ["string", "integer"]) ?? [];
  return day === undefined || !isDay(day) ? { day: "9999-12-31", below: end } : { day, below: below! };
}

function isDay(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
}
