import { expect, test } from "vitest";
import { jsonFault } from "./json-fault.ts";

test.each([
  ["hello", 0, 'expected value, found "hello"'],
  ["", 0, "expected value, the text ends"],
  ['{"a":}', 5, 'expected value, found "}"'],
  ['{"a":1,}', 7, 'expected key, found "}"'],
  ['{"a":1 "b"', 7, 'expected , or }, found "\\"b\\""'],
  ["[1 2]", 3, 'expected , or ], found "2]"'],
  ["{a:1}", 1, 'expected key or }, found "a:1}"'],
  ['{"a" 1}', 5, 'expected :, found "1}"'],
  ["[1]x", 3, 'expected the end, found "x"'],
  ['{"a":"', 5, "expected value"],
  ["[01]", 2, "expected , or ]"],
  ['["\t"]', 1, "expected value or ]"],
  ["[1,]", 3, 'expected value, found "]"'],
  ['{"ä":!}', 6, 'expected value, found "!}"'],
])("%s is invalid JSON at byte %i", (text, at, why) => {
  expect(() => JSON.parse(text)).toThrow();
  const fault = jsonFault(text);
  expect(fault.at).toBe(at);
  expect(fault.why).toContain(why);
});
