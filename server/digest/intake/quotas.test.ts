import { expect, test } from "vitest";
import type { OutcomeEntry } from "#server/domain/outcomes.ts";
import { dayMs } from "#server/domain/time.ts";
import type { Project } from "#server/domain/project/project.ts";
import { createQuotas, type QuotaDeps } from "./quotas.ts";

const project = { id: 1, settings: { quotas: { eventsPerDay: 3 } } } as unknown as Project;
const shared = { took: () => undefined, follow: () => undefined };
const none = { eventsPerDay: 0, spansPerDay: 0, feedbackPerDay: 0, attachmentBytesPerDay: 0 };
const kept = (quantity: number) => [
  { outcome: "kept", category: "error", quantity } as OutcomeEntry,
];
const take = (quotas: ReturnType<typeof createQuotas>, at: number) =>
  quotas.take(project, "error", 1, at);

/** `read`: the current outcomes; undefined if they never respond. */
function fixture(before?: QuotaDeps["before"]) {
  const state = { isAway: false, read: async (): Promise<OutcomeEntry[]> => kept(0) };
  const quotas = createQuotas({
    outcomes: { read: () => state.read() },
    shared,
    isAway: () => state.isAway,
    before,
  });
  return { state, quotas };
}

test("during an outage quotas use an earlier process's count of the day", async () => {
  const { state, quotas } = fixture({
    day: dayMs,
    used: [[project.id, { ...none, eventsPerDay: 2 }]],
  });
  state.isAway = true;
  expect(await take(quotas, dayMs + 1)).toBe(true);
  expect(await take(quotas, dayMs + 2)).toBe(false);
  expect(await take(quotas, 2 * dayMs), "a new day begins with nothing used").toBe(true);
});

test("quotas reread usage once admitted events are counted in it", async () => {
  const { state, quotas } = fixture();
  state.isAway = true;
  expect(await take(quotas, 1)).toBe(true);
  Object.assign(state, { isAway: false, read: async () => kept(3) });
  expect(await take(quotas, 2)).toBe(true);
  quotas.forgetAssumed();
  expect(await take(quotas, 3)).toBe(false);
});

test("quotas reread usage every half minute while a cluster node is away", async () => {
  const { state, quotas } = fixture();
  const away = Object.assign(new Error("A node is away."), { code: "database-node-away" });
  let reads = 0;
  state.read = async () => ((reads += 1), Promise.reject(away));
  expect(await take(quotas, 1)).toBe(true);
  expect(await take(quotas, 2)).toBe(true);
  expect(reads).toBe(1);
  state.read = async () => kept(3);
  expect(await take(quotas, 3)).toBe(true);
  expect(await take(quotas, 30_001)).toBe(false);
});

test("quotas do not wait for a database that hangs", async () => {
  const { state, quotas } = fixture();
  state.read = () => new Promise(() => undefined);
  const taking = take(quotas, 1);
  state.isAway = true;
  expect(await taking).toBe(true);
});

test("quotas report a day's usage, read ahead of requests", async () => {
  const { state, quotas } = fixture();
  state.read = async () => kept(2);
  await quotas.prepare(project, dayMs + 5);
  await take(quotas, dayMs + 6);
  expect(quotas.known(dayMs)).toEqual([[project.id, { ...none, eventsPerDay: 3 }]]);
  expect(quotas.known(0)).toEqual([]);
});
