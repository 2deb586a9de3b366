import { expect, test } from "vitest";
import { keptSearch, scopeOf, startOf } from "./scope.ts";
import { trendOf, trendWindow } from "#app/ui/chart/trend-range.ts";

test("tabs keep only environment and range", () => {
  expect(keptSearch("?query=is%3Aopen&environment=qa%201&since=7d&cursor=x")).toBe(
    "environment=qa+1&since=7d",
  );
  expect(keptSearch("?environment=&since=")).toBe("");
});

test("a trend ends with the current hour or UTC day", () => {
  const noon = Date.UTC(2026, 10, 22, 12, 10);
  expect(trendWindow(trendOf({}), noon)).toEqual({
    since: Date.UTC(2026, 10, 21, 13),
    until: Date.UTC(2026, 10, 22, 13),
  });
  expect(trendWindow(trendOf({ since: "7d" }), noon)).toEqual({
    since: Date.UTC(2026, 10, 16),
    until: Date.UTC(2026, 10, 23),
  });
});

test("a range has a start and a chart", () => {
  const scope = scopeOf("since=7d");
  expect(startOf(scope, 7 * 86_400_000)).toBe(0);
  expect(startOf({}, 1)).toBeUndefined();
  expect(startOf({ since: "whenever" }, 1)).toBeUndefined();
  expect(trendOf(scope)).toEqual({ buckets: 7, unit: "day", title: "7 days", isRange: true });
  const day = { buckets: 24, unit: "hour", title: "24 hours" };
  expect(trendOf({ since: "1h" })).toEqual({ ...day, isRange: false });
  expect(trendOf({ since: "24h" })).toEqual({ ...day, isRange: true });
  expect(trendOf({})).toEqual({ ...day, isRange: false });
  expect(trendOf({ since: "365d" })).toEqual({
    buckets: 90,
    unit: "day",
    title: "90 days",
    isRange: false,
  });
});
