import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import type { OutcomeEntry } from "#server/domain/outcomes.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type { Piece } from "#server/digest/absorb.ts";
import { createBacklog } from "#server/digest/spool/backlog.ts";
import type { DigestEvent } from "#server/digest/events/digest-event.ts";
import type { Digested } from "./digested.ts";
import { type QueueDeps, startQueue } from "./queue.ts";
import { cursorAfter, type SpoolEntry } from "#server/digest/spool/spool.ts";
import type { SpoolCursor } from "#server/storage/digest/digest-store.ts";
import { createTroubles } from "#server/digest/intake/troubles.ts";
import { emptyUnderstanding } from "#server/digest/understanding.ts";

const entry = (number: number): SpoolEntry => ({
  segment: 1,
  offset: number * 10,
  byteLength: 10,
  projectId: 7 as ProjectId,
});
const nothing = emptyUnderstanding();
const readOf = (entries: SpoolEntry[]): Awaited<ReturnType<QueueDeps["read"]>> => ({
  count: entries.length,
  understanding: nothing,
  bytes: 0,
  damaged: [],
  blocks: [],
});

/** `waiting`: requests on disk. By default, each is read and stored, and none is set aside. */
function queueOf(
  waiting: SpoolEntry[],
  { oldestMs = 60_000, ...own }: Partial<QueueDeps> & { oldestMs?: number },
) {
  const { elapsed = () => performance.now(), log = () => undefined } = own;
  return startQueue({
    elapsed,
    log,
    rush: { isOn: () => false },
    spool: spoolOf(waiting),
    absorb: async () => {},
    read: async (entries) => readOf(entries),
    readAlone: async (_asked) => expect.fail("nothing is suspect"),
    quarantine: async (_asked) => expect.fail("nothing is set aside"),
    backlog: createBacklog({ bounds: { oldestMs, bytes: 1e9 }, elapsed }),
    troubles: createTroubles({ log, now: Date.now, onChange: () => {} }),
    ...own,
  });
}

const spoolOf = (waiting: SpoolEntry[]): QueueDeps["spool"] => ({
  waiting,
  append: async () => entry(0),
  release: async () => {},
  close: async () => {},
});

/**
 * Processes two requests that wait on disk. `fail`: the result of the nth attempt to read the
 * second.
 */
async function digestTwo(fail: (attempt: number) => Error | undefined) {
  const second = entry(1);
  const read: SpoolEntry[] = [];
  const cursors: Piece["cursor"][] = [];
  const seen: string[] = [];
  const setAside: [SpoolEntry, string][] = [];
  const outcomes: OutcomeEntry[] = [];
  let attempts = 0;
  const queue = queueOf([entry(0), second], {
    log: (_, message) => void seen.push(message),
    async absorb({ cursor, outcomes: counted }) {
      cursors.push(cursor);
      outcomes.push(...counted);
    },
    async read(entries) {
      const error = entries.some(({ offset }) => offset === second.offset)
        ? fail(++attempts)
        : undefined;
      if (error) throw error;
      read.push(...entries);
      return readOf(entries);
    },
    async readAlone(asked) {
      const error = fail(++attempts);
      if (error) return { kind: "unreadable", error };
      read.push(asked);
      return { kind: "read", reread: readOf([asked]) };
    },
    quarantine: async (asked, reason) => void setAside.push([asked, reason]),
  });
  await queue.drained();
  return { read, last: cursors.at(-1), seen, setAside, outcomes };
}

test.concurrent("a read error of the disk is retried and never quarantined", async () => {
  const readonly = new Error("the thread failed", { cause: { errcode: 8 } });
  const { read, last, seen } = await digestTwo((attempt) => (attempt <= 6 ? readonly : undefined));
  expect(read).toEqual([entry(0), entry(1)]);
  expect(last).toEqual(cursorAfter(entry(1)));
  expect(seen.filter((message) => message.includes("the file system is read-only"))).toHaveLength(
    1,
  );
  expect(seen.join()).not.toContain("cannot be read");
});

test.concurrent("a request that repeatedly kills its reader is quarantined and counted", async () => {
  const { read, last, seen, setAside, outcomes } = await digestTwo(
    () => new Error("the thread ended"),
  );
  expect(read).toEqual([entry(0)]);
  expect(last).toEqual(cursorAfter(entry(1)));
  expect(setAside).toEqual([[entry(1), "the thread ended"]]);
  expect(outcomes).toMatchObject([
    { projectId: 7, outcome: "invalid", category: "request", quantity: 1 },
  ]);
  expect(seen.join()).toContain("cannot be read");
});

test.concurrent.each([
  ["a thread that may not be started", { code: "ERR_WORKER_INIT_FAILED" }],
  ["a file that may not be opened", { code: "EMFILE" }],
  ["a socket that may not be opened", { cause: { code: "EAGAIN" } }],
  ["memory that cannot be had", { cause: { code: "ENOMEM" } }],
  ["a database that SQLite has no memory for", { errcode: 7 }],
])("%s is retried without limit and never blamed on the request", async (_, codes) => {
  const failed = Object.assign(new Error("the thread failed"), codes);
  const { read, setAside, outcomes, seen } = await digestTwo((attempt) =>
    attempt <= 7 ? failed : undefined,
  );
  expect(read).toEqual([entry(0), entry(1)]);
  expect({ setAside, outcomes }).toEqual({ setAside: [], outcomes: [] });
  expect(
    seen.filter((message) => message.includes("out of open files, threads, or memory")),
  ).toHaveLength(1);
});

test.concurrent("a request that storage refuses in part is quarantined before it is passed", async () => {
  const eventOf = ({ offset }: SpoolEntry) =>
    ({ projectId: 7, eventId: `event ${offset}`, receivedAt: 0 }) as DigestEvent;
  const setAside: SpoolEntry[] = [];
  const stored: string[] = [];
  const queue = queueOf([entry(0), entry(1), entry(2)], {
    async absorb({ events, cursor }) {
      if (events.some(({ eventId }) => eventId === "event 10")) throw new Error("a bug");
      if (cursor) expect(setAside, "before the cursor moves").toEqual([entry(1)]);
      stored.push(...events.map(({ eventId }) => eventId as string));
    },
    async read(entries) {
      return {
        ...readOf(entries),
        understanding: { ...nothing, events: entries.map(eventOf) },
      };
    },
    quarantine: async (asked) => void setAside.push(asked),
  });
  await queue.drained();
  expect(stored).toEqual(["event 0", "event 20"]);
  expect(setAside).toEqual([entry(1)]);
});

/**
 * Runs during a rush, with a clock ten times too fast, until a request is stored. `oldestMs`: age
 * at which the queue is full.
 */
async function storedInRush(oldestMs: number): Promise<{ afterMs: number; looks: number }> {
  const elapsed = () => 10 * performance.now();
  const startedAt = elapsed();
  let looks = 0;
  const queue = queueOf([entry(0)], {
    oldestMs,
    elapsed,
    rush: { isOn: () => ((looks += 1), true) },
  });
  await queue.caughtUp();
  return { afterMs: elapsed() - startedAt, looks };
}

test.concurrent("in a rush the backlog yields, but not when the queue is full", async () => {
  const young = await storedInRush(60_000);
  expect(young.looks).toBeGreaterThan(1);
  expect(young.afterMs).toBeGreaterThan(1_000);
  expect((await storedInRush(0)).looks, "one, and no pause after it").toBe(1);
});

test("digests nothing before the database's cursor is known, then only what follows it", async () => {
  const started = Promise.withResolvers<Digested>();
  const old = [entry(0), entry(1)].map((each) => ({ ...each, receivedAt: Date.now() - 3_600_000 }));
  const read: SpoolEntry[] = [];
  const released: SpoolCursor[] = [];
  const queue = queueOf(old, {
    digested: () => started.promise,
    spool: { ...spoolOf(old), release: async (cursor) => void released.push(cursor) },
    async read(entries) {
      read.push(...entries);
      return readOf(entries);
    },
  });
  const added = { ...entry(0), segment: 1_002 };
  queue.push(added);
  await setTimeout(200);
  expect(read).toEqual([]);
  expect(queue.figures().requests).toBe(3);
  expect(queue.figures().oldestMs, "since it came").toBeGreaterThanOrEqual(3_600_000);
  started.resolve({ cursor: cursorAfter(entry(0)), ends: new Map() });
  await queue.caughtUp();
  expect(read.map(({ segment, offset }) => [segment, offset])).toEqual([
    [1, 10],
    [1_002, 0],
  ]);
  expect(released[0]).toEqual(cursorAfter(entry(0)));
  expect(queue.figures()).toMatchObject({ requests: 0, bytes: 0 });
});

test.concurrent("data that storage refuses counts as waiting while it is retried", async () => {
  const back = Promise.withResolvers<void>();
  const away = Object.assign(new Error("It does not answer."), { code: "database-away" });
  let isAway = true;
  const queue = queueOf([], {
    elapsed: () => 10 * performance.now(),
    absorb: async () => (isAway ? Promise.reject(away) : back.resolve()),
  });
  queue.push(entry(0));
  await setTimeout(400);
  expect(queue.figures()).toMatchObject({ requests: 1 });
  expect(queue.figures().oldestMs).toBeGreaterThanOrEqual(3_900);
  isAway = false;
  await back.promise;
  await queue.caughtUp();
  expect(queue.figures()).toMatchObject({ requests: 0, oldestMs: 0 });
});
