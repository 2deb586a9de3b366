import { expect, test } from "vitest";
import { isNewerRelease } from "./order.ts";

test.each([
  ["web@1.2.10", "web@1.2.9", true],
  ["web@1.2.9", "web@1.2.10", false],
  ["web@1.2.3", "web@1.2.3", false],
  ["1.0.0", "1.0.0-beta.2", true],
  ["1.0.0-beta.11", "1.0.0-beta.2", true],
  ["2026.11.3", "2026.11.2", true],
  ["v2.0.0", "1.9.9+build.7", true],
])("%s newer than %s: %s", (a, b, expected) => {
  expect(isNewerRelease(a, b)).toBe(expected);
});

test("names without version order are not comparable", () => {
  expect(isNewerRelease("9f2c1e4", "1b77a90")).toBeUndefined();
  expect(isNewerRelease("web@2.0.0", "api@1.0.0")).toBeUndefined();
});
