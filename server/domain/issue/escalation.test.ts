import { expect, test } from "vitest";
import { escalationThreshold, hasEscalated, hoursLookedBackAt } from "./escalation.ts";

const quiet = Array.from({ length: hoursLookedBackAt }, () => 0);

test("a quiet issue escalates with more than ten events in an hour", () => {
  expect(hasEscalated([...quiet, 10])).toBe(false);
  expect(hasEscalated([...quiet, 11])).toBe(true);
  expect(hasEscalated([])).toBe(false);
});

test("only a clearly larger burst than the last escalates", () => {
  const burst = [...quiet.slice(1), 100];
  expect(escalationThreshold(burst)).toBe(130);
  expect(hasEscalated([...burst, 130])).toBe(false);
  expect(hasEscalated([...burst, 131])).toBe(true);
});

test("history older than a week is ignored", () => {
  expect(hasEscalated([5000, ...quiet, 11])).toBe(true);
});
