import { expect, test } from "vitest";
import { sparklinePath, sparklineWidth, trendSentence } from "./sparkline-path.ts";

test("bars scale to the highest; small values stay visible", () => {
  expect(sparklinePath([0, 1, 1000, 500], 20)).toBe(
    "M5 20v-1h4v1zM10 20v-20h4v20zM15 20v-10h4v10z",
  );
  expect(sparklinePath([0, 0], 20)).toBe("");
  expect(sparklineWidth(24)).toBe(119);
});

test("the chart has a text description", () => {
  expect(trendSentence([0, 3, 1200], "hour")).toBe(
    "3 hours: 1,203 events, at most 1,200 in one hour",
  );
  expect(trendSentence([1], "day")).toBe("1 day: 1 event, at most 1 in one day");
  expect(trendSentence([0, 0], "day")).toBe("2 days: no events");
});
