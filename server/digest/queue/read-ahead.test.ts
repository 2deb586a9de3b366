import { setTimeout as pause } from "node:timers/promises";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { OutcomeEntry } from "#server/domain/outcomes.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import { createReadAhead, type Gathered, type ReadDeps } from "./read-ahead.ts";
import { joined, type Understanding } from "#server/digest/understanding.ts";
import type { Waiting } from "./waiting.ts";

const waitingAt = (offset: number): Waiting => ({
  entry: { segment: 1, offset, byteLength: 1, projectId: 7 as ProjectId },
  since: 0,
});
const many = (count: number) => Array.from({ length: count }, (_, offset) => waitingAt(offset));

/** One line per request: its outcome, in order. */
const understood = (offset: number): Understanding => ({
  ...joined([]),
  outcomes: [{ quantity: offset } as OutcomeEntry],
});
const offsetsIn = ({ outcomes }: Understanding) => outcomes.map(({ quantity }) => quantity);

function readAhead(read: ReadDeps["read"]) {
  const unforeseen = (...said: unknown[]) => expect(said, "not in these tests").toBeUndefined();
  const unread = async () => expect.fail("not in these tests");
  const suspects = { readAlone: unread, quarantine: unread, now: Date.now };
  return createReadAhead({
    read,
    ...suspects,
    onRefused: unforeseen,
    onDamaged: unforeseen,
    log: unforeseen,
  });
}

async function takeAll(
  ahead: ReturnType<typeof readAhead>,
  waiting: Waiting[],
): Promise<Gathered[]> {
  const taken: Gathered[] = [];
  for (let left = waiting; left.length > 0;) {
    taken.push(await ahead.take(left));
    left = left.slice(taken.at(-1)!.taken.length);
    ahead.begin(left);
    // As long as storing takes.
    await pause(2);
  }
  return taken;
}

const readAll: ReadDeps["read"] = async (entries) => ({
  count: entries.length,
  understanding: joined(entries.map(({ offset }) => understood(offset))),
  bytes: 0,
  damaged: [],
  blocks: [],
});

test("all records are read once and in order, whatever each call returns", async () => {
  const request = fc.record({
    isUnderstood: fc.boolean(),
    reads: fc.integer({ min: 1, max: 400 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(request, { maxLength: 1_500, size: "max" }), async (requests) => {
      const ahead = readAhead((entries) =>
        readAll(entries.slice(0, requests[entries[0]!.offset]!.reads)),
      );
      const waiting = many(requests.length).map((each, offset) =>
        requests[offset]!.isUnderstood
          ? { ...each, held: { understanding: understood(offset), bytes: 0 } }
          : each,
      );
      const batches = await takeAll(ahead, waiting);
      const inOrder = [...requests.keys()];
      expect(batches.flatMap(({ taken }) => taken.map(({ entry }) => entry.offset))).toEqual(
        inOrder,
      );
      expect(batches.flatMap(({ understanding }) => offsetsIn(understanding))).toEqual(inOrder);
    }),
    { numRuns: 25 },
  );
});

test("a backlog is read in parallel in batches of at most 500", async () => {
  let [now, most] = [0, 0];
  const ahead = readAhead(async (entries) => {
    most = Math.max(most, (now += 1));
    await pause(1);
    now -= 1;
    return readAll(entries);
  });
  const sizes = (await takeAll(ahead, many(2_000))).map(({ taken }) => taken.length);
  expect(most).toBe(8);
  expect(Math.max(...sizes)).toBeGreaterThan(100);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(500);
});

test("sequentially awaited pieces are read sequentially", async () => {
  const asked: number[] = [];
  const ahead = readAhead((entries) => (asked.push(entries.length), readAll(entries)));
  await takeAll(ahead, many(130));
  expect(asked, "30 by themselves wait for company").toEqual([100, 30]);
});
