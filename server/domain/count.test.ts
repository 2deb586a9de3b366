import { expect, test } from "vitest";
import { counted, grouped, percent } from "./count.ts";

test("numbers have thousands separators, and nouns agree with them", () => {
  expect([0, 999, 1000, 1234567].map(grouped)).toEqual(["0", "999", "1,000", "1,234,567"]);
  expect(counted(1, "event")).toBe("1 event");
  expect(counted(1204, "person", "people")).toBe("1,204 people");
});

test("a nonzero share never rounds to zero", () => {
  expect(percent(1, 3)).toBe("33%");
  expect(percent(1, 1000)).toBe("<1%");
  expect(percent(0, 1000)).toBe("0%");
  expect(percent(0, 0)).toBe("0%");
});
