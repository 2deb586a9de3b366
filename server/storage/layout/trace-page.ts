import type { TraceSummary } from "#server/domain/trace/summary.ts";
import type { TraceFilter, TraceList } from "#server/storage/trace-store.ts";
import { decodeCursor, encodeCursor } from "./keyset.ts";
import { isIdleRow, type ShapedTraceRow, summaryOf } from "./trace-row.ts";

/** A place in the list: what lies below this row of this day, and on earlier days, is yet to come. */
export type TracePosition = { day: string; below: number };

export type Found = TracePosition & { row: ShapedTraceRow };

export const summariesOf = (found: Found[]): TraceSummary[] => found.map(({ row }) => summaryOf(row));

/** A page of the newest as it fills: what is found is offered in order, until one more is there than fits. */
export class PageOfTraces {
  readonly #filter: TraceFilter;
  readonly #found: Found[] = [];
  #leftOut = 0;
  /** Left out after the last row that fits: they belong to the next page, if there is one. */
  #leftOutBehind = 0;

  constructor(filter: TraceFilter) {
    this.#filter = filter;
  }

  offer(found: Found): void {
    if (!isLeftOut(this.#filter, found)) this.#found.push(found);
    else if (this.#filter.idle === true) return;
    else if (this.#found.length < this.#filter.limit) this.#leftOut++;
    else this.#leftOutBehind++;
  }

  get isFull(): boolean {
    return this.#found.length > this.#filter.limit;
  }

  full(): TraceList {
    const shown = this.#found.slice(0, this.#filter.limit);
    return { rows: summariesOf(shown), next: cursorAt(shown.at(-1)!), ...leftOut(this.#leftOut) };
  }

  /** All of it: there is nothing more, or no time for more. */
  whole(): TraceList {
    const shown = this.#found.slice(0, this.#filter.limit);
    return { rows: summariesOf(shown), ...leftOut(this.#leftOut + this.#leftOutBehind) };
  }
}

/** `idle: true` is asked of the database, as far as columns tell; `false` is judged here, so that what is left out is counted. */
export const isLeftOut = ({ idle }: TraceFilter, { row }: Found): boolean =>
  idle !== undefined && isIdleRow(row) !== idle;

const leftOut = (count: number) => (count > 0 ? { leftOut: count } : {});

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
