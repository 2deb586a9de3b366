import { expect, test } from "vitest";
import type { EventId, ProjectId } from "#server/domain/ids.ts";
import type { OutcomeEntry } from "#server/domain/outcomes.ts";
import type { Batch, Piece } from "#server/digest/absorb.ts";
import { absorbWithRetry } from "./absorb-with-retry.ts";
import type { DigestEvent } from "#server/digest/events/digest-event.ts";
import { emptyUnderstanding } from "#server/digest/understanding.ts";

const from = { segment: 1, offset: 0 };
const cursor = { segment: 1, offset: 900 };

function batchOf(...ids: string[]): Batch {
  const events = ids.map(
    (id) => ({ projectId: 1 as ProjectId, eventId: id as EventId, receivedAt: 0 }) as DigestEvent,
  );
  return { ...emptyUnderstanding(), events, from, cursor };
}

const quiet = {
  onRefused: () => undefined,
  onStored: () => undefined,
  wait: async () => undefined,
};

/** A store that refuses certain events, or everything for some time. */
function place({ refuses = [], failsFirst = 0 }: { refuses?: string[]; failsFirst?: number }) {
  const stored: string[] = [];
  const outcomes: OutcomeEntry[] = [];
  let at = from;
  let failures = 0;
  const absorb = async (batch: Piece) => {
    if (failures++ < failsFirst) throw new Error("database or disk is full");
    const ids = batch.events.map(({ eventId }) => eventId as string);
    if (ids.some((id) => refuses.includes(id))) throw new Error("constraint failed");
    stored.push(...ids.filter((id) => !stored.includes(id)));
    outcomes.push(...batch.outcomes);
    at = batch.cursor ?? at;
  };
  return { absorb, stored, outcomes, cursor: () => at };
}

test("a full disk delays a batch and loses nothing", async () => {
  const { absorb, stored, cursor: at } = place({ failsFirst: 2 });
  await absorbWithRetry({ absorb, ...quiet, log: () => undefined }, batchOf("a", "b"));
  expect(stored).toEqual(["a", "b"]);
  expect(at()).toEqual(cursor);
});

test("an event that storage refuses is quarantined and counted; its neighbors are stored", async () => {
  const { absorb, stored, outcomes, cursor: at } = place({ refuses: ["b"] });
  const logged: string[] = [];
  await absorbWithRetry(
    { absorb, ...quiet, log: (_level, message) => logged.push(message) },
    batchOf("a", "b", "c"),
  );
  expect(stored).toEqual(["a", "c"]);
  expect(outcomes).toMatchObject([
    { outcome: "invalid", category: "error", reason: "could not be stored", quantity: 1 },
  ]);
  expect(at()).toEqual(cursor);
  expect(logged.at(-1)).toContain("set aside");
});

test("a batch too large for a nearly full disk waits for space", async () => {
  const stored: string[] = [];
  const told: string[] = [];
  let room = false;
  const absorb = async ({ events, outcomes }: Piece) => {
    if (events.length > 1 && !room)
      throw new Error("as it says nothing of the disk, the batch is taken apart");
    if (events[0]?.eventId === ("large" as EventId) && !room)
      throw Object.assign(new Error("full"), { errcode: 13 });
    stored.push(...events.map(({ eventId }) => eventId as string));
    expect(outcomes).toEqual([]);
  };
  const parts = {
    ...quiet,
    absorb,
    log: () => undefined,
    onRefused: (cause: string) => (told.push(cause), (room = told.length >= 5)),
    onStored: () => told.push("stored"),
  };
  await absorbWithRetry(parts, batchOf("small", "large"));
  expect(new Set(stored)).toEqual(new Set(["small", "large"]));
  expect(told.at(-1)).toBe("stored");
}, 20_000);

test("one bad event among many is found by bisection in a few tries", async () => {
  const { absorb, stored, outcomes } = place({ refuses: ["e300"] });
  let tries = 0;
  const ids = Array.from({ length: 500 }, (_, n) => `e${n}`);
  await absorbWithRetry(
    { ...quiet, absorb: (piece) => (tries++, absorb(piece)), log: () => undefined },
    batchOf(...ids),
  );
  expect(stored).toHaveLength(499);
  expect(outcomes).toHaveLength(1);
  expect(tries).toBeLessThan(30);
});

test("a hanging database is waited for without bisection", async () => {
  const told: string[] = [];
  let tries = 0;
  const absorb = async (piece: Piece) => {
    expect(piece.events).toHaveLength(2);
    expect(piece.cursor).toEqual(cursor);
    if (++tries <= 4)
      throw Object.assign(new Error("It does not answer."), { code: "database-away" });
  };
  const parts = { ...quiet, absorb, log: () => undefined, onStored: () => told.push("stored") };
  await absorbWithRetry({ ...parts, onRefused: (cause) => told.push(cause) }, batchOf("a", "b"));
  expect(told).toEqual([...Array.from({ length: 4 }, () => "away"), "stored"]);
}, 20_000);

test("missing resources delay a batch indefinitely without quarantine", async () => {
  const told: string[] = [];
  const stored: string[] = [];
  const absorb = async ({ events, outcomes }: Piece) => {
    if (told.length < 6)
      throw new Error("the thread could not be started", { cause: { code: "EAGAIN" } });
    stored.push(
      ...events.map(({ eventId }) => eventId as string),
      ...outcomes.map(({ reason }) => reason),
    );
  };
  const onRefused = (cause: string) => void told.push(cause);
  const waits: number[] = [];
  const wait = async (ms: number) => void waits.push(ms);
  await absorbWithRetry(
    { absorb, ...quiet, log: () => undefined, onRefused, wait },
    batchOf("a", "b"),
  );
  expect(stored).toEqual(["a", "b"]);
  expect(told).toEqual(Array.from({ length: 6 }, () => "exhausted"));
  for (const [index, shortest] of [100, 200, 400, 800, 1_600, 3_200].entries()) {
    expect(waits[index]).toBeGreaterThanOrEqual(shortest);
    expect(waits[index]).toBeLessThanOrEqual(1.5 * shortest);
  }
});
