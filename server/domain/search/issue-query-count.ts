import type { CountField, IssueQuery, Sign } from "./issue-query.ts";
import { type Bounds, narrow } from "./issue-query-moment.ts";

/** Bounds of event or user counts in a query. */
export function boundsOfCount({ terms = [] }: IssueQuery, field: CountField): Bounds {
  const bounds = { atLeast: 0, atMost: Number.MAX_SAFE_INTEGER };
  for (const term of terms) {
    if (term.kind === "count" && term.field === field)
      narrow(bounds, boundsOf(term.sign, term.count));
  }
  return bounds;
}

function boundsOf(sign: Sign | "=", count: number): Partial<Bounds> {
  if (sign === "=") return { atLeast: count, atMost: count };
  if (sign.startsWith(">")) return { atLeast: sign === ">" ? count + 1 : count };
  return { atMost: sign === "<" ? count - 1 : count };
}
