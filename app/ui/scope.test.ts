import { expect, test } from "vitest";
import { keptSearch, scopeOf, startOf, trendOf } from "./scope.ts";

test("tabs keep environment and range and nothing else", () => {
  expect(keptSearch("?query=is%3Aopen&environment=qa%201&since=7d&cursor=x")).toBe("environment=qa+1&since=7d");
  expect(keptSearch("?environment=&since=")).toBe("");
});

test("a range is a start and a picture", () => {
  const scope = scopeOf("since=7d");
  expect(startOf(scope, 7 * 86_400_000)).toBe(0);
  expect(startOf({}, 1)).toBeUndefined();
  expect(startOf({ since: "whenever" }, 1)).toBeUndefined();
  expect(trendOf(scope)).toEqual({ buckets: 7, unit: "day", title: "7 days" });
  expect(trendOf({ since: "1h" })).toEqual({ buckets: 24, unit: "hour", title: "24 hours" });
});
