import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import type { ProjectId } from "#server/domain/ids.ts";
import type { OutcomeEntry } from "#server/domain/outcomes.ts";
import type { SpoolCursor } from "#server/storage/digest/digest-store.ts";
import type { Piece } from "#server/digest/absorb.ts";
import { sharedStoring, type StoringDeps } from "./shared-storing.ts";
import type { SpoolEntry } from "#server/digest/spool/spool.ts";
import { joined } from "#server/digest/understanding.ts";

const [shop, blog] = [7, 8] as ProjectId[] as [ProjectId, ProjectId];

const entry = (number: number, projectId: ProjectId): SpoolEntry => ({
  segment: 1,
  offset: number * 10,
  byteLength: 10,
  projectId,
});

const counted = (projectId: ProjectId, at: number): OutcomeEntry => ({
  projectId,
  hour: 0,
  outcome: "kept",
  category: "error",
  reason: `${at}`,
  quantity: 1,
});

/** Requests at these spool positions, of these projects. */
const batchOf = (entries: SpoolEntry[]) => ({
  ...joined([]),
  outcomes: entries.map(({ projectId, offset }) => counted(projectId, offset)),
  from: { segment: 1, offset: entries[0]!.offset },
  cursor: { segment: 1, offset: entries.at(-1)!.offset + 10 },
});

type Attempt = { batch: Piece; before: SpoolCursor | undefined };

/** `free`: the projects stored, or the reason why none is. */
function storingWith(
  free: (ids: ProjectId[], attempt: number) => ProjectId[] | Error,
  processes = 2,
) {
  const attempts: Attempt[] = [];
  const stored: string[] = [];
  const passed: number[] = [];
  const letGo: number[] = [];
  const reread: SpoolEntry[] = [];
  const parts: StoringDeps = {
    async absorbFree(batch, before) {
      attempts.push({ batch, before });
      const answer = free([...batch.ends.keys()], attempts.length);
      if (answer instanceof Error) throw answer;
      for (const { projectId, reason } of batch.outcomes)
        if (answer.includes(projectId)) stored.push(`${projectId}:${reason}`);
      return new Set(answer);
    },
    absorb: async (batch) =>
      void stored.push(...batch.outcomes.map(({ projectId, reason }) => `${projectId}:${reason}`)),
    async reread(entries) {
      reread.push(...entries);
      const outcomes = entries.map(({ projectId, offset }) => counted(projectId, offset));
      return { understanding: { ...joined([]), outcomes }, letGo: () => undefined };
    },

    processes: () => processes,
    onRefused: () => undefined,
    onStored: () => undefined,
    keep: async () => undefined,
    elapsed: () => performance.now(),
    log: () => undefined,
  };
  const storing = sharedStoring(parts);
  const add = (entries: SpoolEntry[]) =>
    storing.add({
      batch: batchOf(entries),
      entries,
      letGo: () => void letGo.push(entries[0]!.offset),
      isPassed: async () => void passed.push(entries[0]!.offset),
    });
  return { add, storing, attempts, stored, passed, letGo, reread };
}

test("stores free projects first and released ones later in order", async () => {
  const run = storingWith((ids, attempt) => (attempt < 3 ? ids.filter((id) => id === blog) : ids));
  await run.add([entry(0, shop), entry(1, blog)]);
  await run.add([entry(2, shop), entry(3, blog)]);
  await expect.poll(() => run.passed).toEqual([0, 20]);
  expect(run.stored.filter((each) => each.startsWith(`${shop}:`))).toEqual([
    `${shop}:0`,
    `${shop}:20`,
  ]);
  expect(run.stored.filter((each) => each.startsWith(`${blog}:`))).toEqual([
    `${blog}:10`,
    `${blog}:30`,
  ]);
  expect(run.letGo.toSorted((a, b) => a - b)).toEqual([0, 20]);
});

test("a project's progress ends with its records, the queue's at a gap", async () => {
  const run = storingWith((ids, attempt) => (attempt === 1 ? [blog] : ids));
  await run.add([entry(0, shop), entry(1, blog)]);
  await expect.poll(() => run.passed).toEqual([0]);
  await run.add([entry(2, blog)]);
  await expect.poll(() => run.passed).toEqual([0, 20]);
  expect(run.attempts[0]!.batch.ends).toEqual(
    new Map([
      [shop, { segment: 1, offset: 10 }],
      [blog, { segment: 1, offset: 20 }],
    ]),
  );
  expect(run.attempts.map(({ before }) => before?.offset)).toEqual([undefined, undefined, 20]);
});

test("a project of an unavailable node waits on disk while others are stored", async () => {
  let isAway = true;
  const away = Object.assign(new Error("The node does not answer."), {
    code: "database-node-away",
  });
  const run = storingWith((ids) => (isAway && ids.includes(shop) ? away : ids));
  await run.add([entry(0, shop), entry(1, blog)]);
  await run.add([entry(2, blog)]);
  await expect.poll(() => run.stored).toEqual([`${blog}:10`, `${blog}:20`]);
  expect(run.passed).toEqual([]);
  await expect
    .poll(() => run.storing.heldBack())
    .toEqual({ projectIds: [shop], batches: 2, requests: 3 });
  expect(
    run.letGo.toSorted((a, b) => a - b),
    "it keeps nothing in memory",
  ).toEqual([0, 20]);
  await run.storing.idle();
  isAway = false;
  await expect.poll(() => run.passed).toEqual([0, 20]);
  expect(run.storing.heldBack()).toEqual({ projectIds: [], batches: 0, requests: 0 });
  expect(run.reread).toContainEqual(entry(0, shop));
  expect(run.stored.at(-1)).toBe(`${shop}:0`);
});

test("during an outage nothing is reread", async () => {
  const away = Object.assign(new Error("It does not answer."), { code: "database-away" });
  const run = storingWith((ids, attempt) => (attempt < 3 ? away : ids));
  await run.add([entry(0, shop), entry(1, blog)]);
  await expect.poll(() => run.passed).toEqual([0]);
  expect(run.reread).toEqual([]);
});

test("only a project that storage refuses in part is bisected", async () => {
  const run = storingWith((ids) => (ids.includes(shop) ? new Error("a value out of range") : ids));
  await run.add([entry(0, shop), entry(1, blog)]);
  await expect.poll(() => run.passed).toEqual([0]);
  expect(run.stored.toSorted()).toEqual([`${shop}:0`, `${blog}:10`].toSorted());
});

test("projects take turns; a single project has no pause", async () => {
  const timeOf = async (processes: number) => {
    const run = storingWith((ids) => ids, processes);
    const began = performance.now();
    for (let number = 0; number < 4; number++) {
      await run.add([entry(number, shop)]);
      await expect.poll(() => run.passed.length, { interval: 1 }).toBe(number + 1);
    }
    await setTimeout(0);
    return performance.now() - began;
  };
  // The shortest of three runs, because other work takes time, too.
  const alone = [await timeOf(1), await timeOf(1), await timeOf(1)];
  expect(Math.min(...alone)).toBeLessThan(100);
  expect(await timeOf(2)).toBeGreaterThan(120);
});
