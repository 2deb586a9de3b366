import { expect, test } from "vitest";
import { mechanismSentence } from "./mechanism.ts";

test("a mechanism says whether it was handled and how it was caught, and leaves out what says nothing", () => {
  expect(mechanismSentence({ type: "onerror", handled: false })).toBe("unhandled, onerror");
  expect(mechanismSentence({ type: "generic", handled: true })).toBe("handled");
  expect(mechanismSentence({ type: "chained", source: "cause" })).toBe("from cause");
  expect(mechanismSentence(undefined)).toBe("");
});
