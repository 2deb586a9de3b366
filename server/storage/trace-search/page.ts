import type { TraceSummary } from "#server/domain/trace/listing/summary.ts";
import { LeftOutCount } from "./left-out.ts";
import type { TraceFilter, TraceList } from "#server/storage/traces/trace-store.ts";
import { decodeCursor, encodeCursor } from "#server/storage/layout/keyset.ts";
import { type ShapedTraceRow, summaryOf } from "#server/storage/traces/row.ts";

/** A position in the list: rows below this one on this day, and all earlier days, follow. */
export type TracePosition = { day: string; below: number };

export type Found = TracePosition & { row: ShapedTraceRow };

export const summariesOf = (found: Found[]): TraceSummary[] =>
  found.map(({ row }) => summaryOf(row));

/** A page of the newest traces: matches are offered in order until there is one more than fits. */
export class PageOfTraces {
  readonly #filter: TraceFilter;
  readonly #found: Found[] = [];
  readonly #leftOut: LeftOutCount;
  /** Omitted after the last row that fits: they count on the next page, if there is one. */
  readonly #leftOutBehind: LeftOutCount;

  constructor(filter: TraceFilter) {
    this.#filter = filter;
    this.#leftOut = new LeftOutCount(filter);
    this.#leftOutBehind = new LeftOutCount(filter);
  }

  offer(found: Found): void {
    const isFilled = this.#found.length >= this.#filter.limit;
    if (!(isFilled ? this.#leftOutBehind : this.#leftOut).take(found.row)) this.#found.push(found);
  }

  get isFull(): boolean {
    return this.#found.length > this.#filter.limit;
  }

  full(): TraceList {
    const shown = this.#found.slice(0, this.#filter.limit);
    return { rows: newestFirst(shown), next: cursorAt(shown.at(-1)!), ...this.#leftOut.counts() };
  }

  /** The complete page: there are no more, or time is up. */
  whole(): TraceList {
    const shown = this.#found.slice(0, this.#filter.limit);
    return { rows: newestFirst(shown), ...this.#leftOut.counts(this.#leftOutBehind) };
  }
}

/** Pages follow receipt, the order of rows; within a page, rows are sorted by start. */
const newestFirst = (found: Found[]): TraceSummary[] =>
  summariesOf(found).toSorted((a, b) => b.startedAt - a.startedAt);

export const cursorAt = ({ day, below }: TracePosition): string => encodeCursor([day, below]);

/** Position of a cursor; without one, before everything: `end` is above every row. */
export function startOf(cursor: string | undefined, end: number): TracePosition {
  const [day, below] = decodeCursor<[string, number]>(cursor, ["string", "integer"]) ?? [];
  return day === undefined || !isDay(day)
    ? { day: "9999-12-31", below: end }
    : { day, below: below! };
}

function isDay(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
}
