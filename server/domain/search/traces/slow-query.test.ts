import { expect, test } from "vitest";
import { parseTraceQuery } from "./parse-trace-query.ts";
import { isSlowQuery, slowQuery } from "./slow-query.ts";

test("slow is above the project's p95, a second without requests", () => {
  const queries = [undefined, 0, 0.4567, 9.87, 336.4, 996, 1_234, 25_678].map(slowQuery);
  expect(queries).toEqual([
    "duration:>1s",
    "duration:>1s",
    "duration:>0.46ms",
    "duration:>9.9ms",
    "duration:>340ms",
    "duration:>1s",
    "duration:>1.2s",
    "duration:>26s",
  ]);
  for (const query of queries) {
    expect(isSlowQuery(query)).toBe(true);
    expect(parseTraceQuery(query)).toMatchObject({ query: { durationMs: {} } });
  }
  expect(["duration:>1s status:error", "duration:<1s", ""].some(isSlowQuery)).toBe(false);
});
