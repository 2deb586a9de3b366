import { expect, test } from "vitest";
import { risesOf } from "./budgets-of-week.ts";

test("a threshold is exceeded again only after a value below it", () => {
  expect(risesOf([])).toBe(0);
  expect(risesOf([true, true, undefined, true])).toBe(1);
  expect(risesOf([undefined, false, true, undefined, false, true])).toBe(2);
});
