import { expect, test } from "vitest";
import { visiblyCut, visiblyTrimmed } from "./visibly-cut.ts";

test("truncated text shows a mark", () => {
  expect(visiblyCut("live", 4)).toBe("live");
  expect(visiblyCut("production", 4)).toBe("pro…");
  expect(visiblyTrimmed("The cart", 8)).toBe("The cart");
  expect(visiblyTrimmed("The cart is empty", 8)).toBe(
    "The cart…\n\n[Trimmed: kept 8 of 17 characters.]",
  );
});

test("a character is never split", () => {
  expect(visiblyCut("ab😀cd", 4).isWellFormed()).toBe(true);
  expect(visiblyTrimmed("ab😀cd", 3).isWellFormed()).toBe(true);
});
