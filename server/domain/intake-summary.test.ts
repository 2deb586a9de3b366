import { expect, test } from "vitest";
import type { ProjectId } from "./ids.ts";
import { intakeByTime, intakeReasons, intakeTotal, isReceived } from "./intake-summary.ts";
import { type OutcomeEntry, outcomes } from "./outcomes.ts";
import { hourMs } from "./time.ts";

const entry = (hour: number, changes: Partial<OutcomeEntry>): OutcomeEntry => ({
  projectId: 1 as ProjectId,
  hour: hour * hourMs,
  outcome: "kept",
  category: "error",
  reason: "",
  quantity: 1,
  ...changes,
});

test("received items are the sum of their outcomes", () => {
  const entries = outcomes.flatMap((outcome, index) => [
    entry(index % 3, { outcome, quantity: 2 ** index }),
    entry(2, { outcome, category: "span", quantity: 1_000 }),
  ]);
  const rows = intakeByTime(entries, { since: 0, until: 3 * hourMs, stepMs: hourMs });
  for (const row of [...rows, intakeTotal(rows, 0)]) {
    const sum = outcomes
      .filter(isReceived)
      .reduce((all, outcome) => all + row.outcomes[outcome], 0);
    expect(row.received).toBe(sum);
  }
  expect(intakeTotal(rows, 0).outcomes.thinned).toBe(2 ** outcomes.indexOf("thinned") + 1_000);
});

test("a trace counts as its spans only", () => {
  const entries = [entry(0, { category: "span", quantity: 7 }), entry(0, { category: "trace" })];
  expect(intakeByTime(entries, { since: 0, until: hourMs, stepMs: hourMs })).toMatchObject([
    { received: 7 },
  ]);
});

test("hours are gathered into steps, without those outside", () => {
  const entries = [
    entry(-1, {}),
    entry(0, {}),
    entry(23, {}),
    entry(24, { quantity: 5 }),
    entry(48, {}),
  ];
  const rows = intakeByTime(entries, { since: 0, until: 48 * hourMs, stepMs: 24 * hourMs });
  expect(rows.map(({ received }) => received)).toEqual([2, 5]);
});

test("reasons are summed by category, most frequent first", () => {
  const entries = [
    entry(0, { category: "span", outcome: "limited", reason: "quota" }),
    entry(0, {}),
    entry(1, { outcome: "limited", reason: "rate limit", quantity: 3 }),
    entry(2, { outcome: "limited", reason: "rate limit", quantity: 4 }),
  ];
  expect(intakeReasons(entries)).toEqual([
    { category: "error", outcome: "limited", reason: "rate limit", quantity: 7 },
    { category: "error", outcome: "kept", reason: "", quantity: 1 },
    { category: "span", outcome: "limited", reason: "quota", quantity: 1 },
  ]);
});
