import { expect, test } from "vitest";
import { millisecondsOf } from "./spans.ts";

test("times keep digits beyond milliseconds", () => {
  const begun = millisecondsOf("2026-11-23T22:40:07.000339Z");
  expect(millisecondsOf("2026-11-23T22:40:07.001214Z") - begun).toBeCloseTo(0.875, 3);
  expect(millisecondsOf("2026-11-23T22:40:07.001Z") - begun).toBeCloseTo(0.661, 3);
});
