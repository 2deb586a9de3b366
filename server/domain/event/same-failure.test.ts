import { expect, test } from "vitest";
import { isSameFailure } from "./same-failure.ts";

const missing = 'relation "orders" does not exist';
const summary = (code: string) => ({
  types: [],
  message: `PostgreSQL error of type 'error' occurred (code: ${code})`,
});

test.each([
  [
    "the same message, whatever it is called",
    { types: ["error"], message: missing },
    { types: ["42P01"], message: missing },
    true,
  ],
  [
    "another message",
    { types: ["error"], message: missing },
    { types: ["error"], message: "syntax error" },
    false,
  ],
  [
    "no message and the same type",
    { types: ["Abort"], message: "" },
    { types: ["Abort"], message: "" },
    true,
  ],
  [
    "no message and another type",
    { types: ["Abort"], message: "" },
    { types: ["Stop"], message: "" },
    false,
  ],
  [
    "a summary and its code",
    summary("42P01"),
    { types: ["error", "42P01"], message: missing },
    true,
  ],
  [
    "a summary and another code",
    summary("23505"),
    { types: ["error", "42P01"], message: missing },
    false,
  ],
  [
    "a summary and its type, of which no code is known",
    summary("42P01"),
    { types: ["error"], message: missing },
    true,
  ],
  ["a summary and another type", summary("42P01"), { types: ["TypeError"], message: "x" }, false],
])("%s", (_, a, b, same) => {
  expect(isSameFailure(a, b)).toBe(same);
  expect(isSameFailure(b, a)).toBe(same);
});
