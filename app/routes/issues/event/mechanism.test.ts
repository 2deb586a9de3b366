import { expect, test } from "vitest";
import { mechanismSentence } from "./mechanism.ts";

test("a mechanism shows handling and cause and omits empty values", () => {
  expect(mechanismSentence({ type: "onerror", handled: false })).toBe("unhandled, onerror");
  expect(mechanismSentence({ type: "generic", handled: true })).toBe("handled");
  expect(mechanismSentence({ type: "chained", source: "cause" })).toBe("from cause");
  expect(mechanismSentence(undefined)).toBe("");
});
