import { expect, test } from "vitest";
import { capitalized } from "./capitalized.ts";

test.each([
  ["missed", "Missed"],
  ["ok, muted", "OK, muted"],
  ["okapi", "Okapi"],
  ["", ""],
])("%j as a label is %j", (text, label) => {
  expect(capitalized(text)).toBe(label);
});
