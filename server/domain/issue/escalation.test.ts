import { expect, test } from "vitest";
import { escalationThreshold, hasEscalated, hoursLookedBackAt } from "./escalation.ts";

const quiet = Array.from({ length: hoursLookedBackAt }, () => 0);

test("an issue that was quiet escalates with more than ten events in an hour", () => {
  expect(hasEscalated([...quiet, 10])).toBe(false);
  expect(hasEscalated([...quiet, 11])).toBe(true);
  expect(hasEscalated([])).toBe(false);
});

test("a burst like the last one is nothing new; one clearly above it is", () => {
  const burst = [...quiet.slice(1), 100];
  expect(escalationThreshold(burst)).toBe(130);
  expect(hasEscalated([...burst, 130])).toBe(false);
  expect(hasEscalated([...burst, 131])).toBe(true);
});

test("what is over a week ago is forgotten", () => {
  expect(hasEscalated([5000, ...quiet, 11])).toBe(true);
});
