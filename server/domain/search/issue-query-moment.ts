import type { IssueQuery, Sign, TimeField } from "./issue-query.ts";
import { readTime } from "./time-range.ts";

const dayMs = 86_400_000;
const date = /^\d{4}-\d\d-\d\d$/;
const dateAndTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)?$/;
const age = /^\d{1,5}[mhdw]$/;

/** A date, or a date with a time; UTC without a zone. */
export const isMoment = (text: string): boolean =>
  (date.test(text) || dateAndTime.test(text)) &&
  !Number.isNaN(startOf(text)) &&
  isDayOfItsMonth(text);

/** A number of minutes, hours, days, or weeks. */
export const isAge = (text: string): boolean => age.test(text);

// `Date.parse` accepts February 31 as a day in March.
function isDayOfItsMonth(text: string): boolean {
  const day = text.slice(0, 10);
  return new Date(Date.parse(day)).toISOString().slice(0, 10) === day;
}

function startOf(text: string): number {
  const hasZone = date.test(text) || /(?:Z|[+-]\d\d:\d\d)$/.test(text);
  return Date.parse(hasZone ? text : `${text}Z`);
}

/** A date is its whole day; a time is its millisecond. */
const endOf = (text: string): number => startOf(text) + (date.test(text) ? dayMs : 1);

/** Milliseconds since 1970, both bounds inclusive. */
export type Bounds = { atLeast: number; atMost: number };

/** Bounds of first and last seen in a query, with relative times at `now`. */
export function boundsOfTime({ terms = [] }: IssueQuery, field: TimeField, now: number): Bounds {
  const bounds = { atLeast: 0, atMost: Number.MAX_SAFE_INTEGER };
  for (const term of terms) {
    if (term.kind === "time" && term.field === field)
      narrow(bounds, boundsOf(term.sign, term.moment));
    if (term.kind !== "age" || term.field !== field) continue;
    const then = readTime(term.age, now)!;
    narrow(bounds, term.isOlder ? { atMost: then } : { atLeast: then });
  }
  return bounds;
}

function boundsOf(sign: Sign, moment: string): Partial<Bounds> {
  if (sign === ">=") return { atLeast: startOf(moment) };
  if (sign === ">") return { atLeast: endOf(moment) };
  return { atMost: (sign === "<" ? startOf(moment) : endOf(moment)) - 1 };
}

/** The intersection of both. */
export function narrow(
  bounds: Bounds,
  { atLeast = 0, atMost = Number.MAX_SAFE_INTEGER }: Partial<Bounds>,
): void {
  bounds.atLeast = Math.max(bounds.atLeast, atLeast);
  bounds.atMost = Math.min(bounds.atMost, atMost);
}
