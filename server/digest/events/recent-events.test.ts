import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { EventId, ProjectId } from "#server/domain/ids.ts";
import { createRecentEvents } from "./recent-events.ts";

const project = 7 as ProjectId;
const named = (eventId: string, projectId: number = project) => ({
  eventId: eventId as EventId,
  projectId: projectId as ProjectId,
});
const hex = (number: number) => number.toString(16).padStart(32, "0");

test.each([
  ["drawn at random", () => randomUUID().replaceAll("-", "")],
  ["that count up", (at: number) => hex(at)],
  ["that differ in their first digits", (at: number) => hex(at).split("").toReversed().join("")],
])("of IDs %s only the last ones are known", (_, idOf) => {
  const recent = createRecentEvents(1_000);
  const ids = Array.from({ length: 4_000 }, (_, at) => idOf(at + 1));
  const [sent, others] = [ids.slice(0, 2_000), ids.slice(2_000)];
  for (const id of sent) recent.add(named(id));
  expect(sent.slice(-1_000).every((id) => recent.has(named(id)))).toBe(true);
  expect(others.some((id) => recent.has(named(id)))).toBe(false);
});

test("old entries make room", () => {
  const recent = createRecentEvents(100);
  recent.add(named(hex(1)));
  for (let at = 2; at < 300; at++) recent.add(named(hex(at)));
  expect(recent.has(named(hex(1)))).toBe(false);
  expect(recent.has(named(hex(299)))).toBe(true);
});

test("an ID added again takes no second place", () => {
  const recent = createRecentEvents(100);
  recent.add(named(hex(1)));
  for (let at = 0; at < 1_000; at++) recent.add(named(hex(2)));
  expect(recent.has(named(hex(1)))).toBe(true);
});

test("an ID is known in its own project only, including an all-zero ID", () => {
  const recent = createRecentEvents(100);
  const zeros = "0".repeat(32);
  expect(recent.has(named(zeros))).toBe(false);
  recent.add(named(zeros));
  expect(recent.has(named(zeros))).toBe(true);
  expect(recent.has(named(zeros, 8))).toBe(false);
});
