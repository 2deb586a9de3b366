import type { TraceSummary } from "#server/domain/trace/listing/summary.ts";
import { LeftOutCount } from "./left-out.ts";
import type { TraceFilter, TraceList } from "#server/storage/traces/trace-store.ts";
import { decodeCursor, encodeCursor } from "#server/storage/layout/keyset.ts";
import { type ShapedTraceRow, summaryOf } from "#server/storage/traces/row.ts";

/** A place in the list: what is below this row of this day, and on earlier days, is yet to come. */
export type TracePosition = { day: string; below: number };

export type Found = TracePosition & { row: ShapedTraceRow };

export const summariesOf = (found: Found[]): TraceSummary[] =>
  found.map(({ row }) => summaryOf(row));

/**
 * A page of the newest as it fills: what is found is offered in order, until one more is there than
 * fits.
 */
export class PageOfTraces {
  readonly #filter: TraceFilter;
  readonly #found: Found[] = [];
  readonly #leftOut: LeftOutCount;
  /** Left out after the last row that fits: they belong to the next page, if there is one. */
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

  /** All of it: there is nothing more, or no time for more. */
  whole(): TraceList {
    const shown = this.#found.slice(0, this.#filter.limit);
    return { rows: newestFirst(shown), ...this.#leftOut.counts(this.#leftOutBehind) };
  }
}

/** Pages follow arrival, the order of the rows; what one page shows is sorted by start. */
const newestFirst = (found: Found[]): TraceSummary[] =>
  summariesOf(found).toSorted((a, b) => b.startedAt - a.startedAt);

export const cursorAt = ({ day, below }: TracePosition): string => encodeCursor([day, below]);

/** Where a cursor points; without one, before everything: `end` is above every row. */
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
