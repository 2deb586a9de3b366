import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { TookTooLong } from "#server/domain/took-too-long.ts";
import { type ReadThreads, readThreads } from "./read-threads.ts";

/** Replaces `read-worker.ts`. Its reads return the thread, wait, hang, fail, or exit the thread. */
const program = `
import { parentPort, threadId } from "node:worker_threads";
parentPort.on("message", ({ id, name, words: [, ms] }) => {
  const say = (answer) => parentPort.postMessage({ id, ...answer });
  if (name === "thread") say({ value: threadId });
  if (name === "wait") setTimeout(() => say({ value: threadId }), ms);
  if (name === "block") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  if (name === "fail") say({ error: "no such table", cause: { code: "ERR_SQLITE_ERROR" } });
  if (name === "cancelled") say({ error: "canceling statement", cause: { code: "57014" } });
  if (name === "damage") parentPort.postMessage({ damagedDay: "2026-11-22" }), say({ value: threadId });
  if (name === "end") process.exit(1);
});
`;

const folders: string[] = [];
const opened: ReadThreads[] = [];
afterEach(() => {
  for (const threads of opened.splice(0)) threads.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function start({
  readDeadlineMs = 15_000,
  databaseUrl,
}: { readDeadlineMs?: number; databaseUrl?: string } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "spoor-reads-"));
  folders.push(folder);
  writeFileSync(join(folder, "read-worker.mjs"), program);
  const damaged: string[] = [];
  const logged: unknown[] = [];
  const threads = readThreads({
    sibling: join(folder, "worker.mjs"),
    config: { readDeadlineMs, ...(databaseUrl !== undefined && { databaseUrl }) },
    log: (...line) => void logged.push(line),
    onDamagedDay: (day) => void damaged.push(day),
  });
  opened.push(threads);
  return { threads, damaged, logged };
}

test("a read that misses its deadline is canceled, and the next one gets another thread", async () => {
  const { threads, logged } = start({ readDeadlineMs: 1_000 });
  const first = await threads.read("thread", [1]);
  await expect(threads.read("block", [1])).rejects.toBeInstanceOf(TookTooLong);
  expect(logged).toEqual([
    ["warn", "A page read timed out and was canceled.", { read: "block", waited: false }],
  ]);
  expect(await threads.read("thread", [1])).not.toBe(first);
});

test("a read that waits for a thread until its deadline is canceled too", async () => {
  const { threads } = start({ readDeadlineMs: 1_000 });
  const blocked = [1, 2, 3].map((project) => threads.read("block", [project]));
  const waiting = threads.read("never", [4]);
  for (const read of [...blocked, waiting]) await expect(read).rejects.toBeInstanceOf(TookTooLong);
});

test("one project uses at most two of three threads", async () => {
  const { threads } = start();
  const own = [1, 2, 3, 4].map(() => threads.read("wait", [{ projectId: 1 }, 300]));
  const other = await threads.read("thread", [{ issue: { projectId: 2 } }]);
  const used = new Set(await Promise.all(own));
  expect(used.size).toBe(2);
  expect(used.has(other)).toBe(false);
});

test("other reads of a canceled thread are repeated in another", async () => {
  const { threads } = start({ readDeadlineMs: 1_500, databaseUrl: "postgres://nowhere" });
  // The second read starts later, so its deadline is after the first one's thread ends.
  const slow = threads.read("never", [1]);
  await new Promise((resolve) => setTimeout(resolve, 1_300));
  const quick = threads.read("wait", [1, 400]);
  await expect(slow).rejects.toBeInstanceOf(TookTooLong);
  expect(await quick).toEqual(expect.any(Number));
});

test("reads of an exited thread fail, and the next one starts another", async () => {
  const { threads } = start();
  await expect(threads.read("end", [1])).rejects.toThrow("The page read thread ended.");
  expect(await threads.read("thread", [1])).toEqual(expect.any(Number));
});

test("a failed read has storage's message and code", async () => {
  const { threads, damaged } = start();
  await expect(threads.read("fail", [1])).rejects.toMatchObject({
    message: "no such table",
    cause: { code: "ERR_SQLITE_ERROR" },
  });
  await expect(threads.read("cancelled", [1])).rejects.toBeInstanceOf(TookTooLong);
  await threads.read("damage", [1]);
  expect(damaged).toEqual(["2026-11-22"]);
});

test("open reads end when threads close", async () => {
  const { threads } = start();
  const read = threads.read("wait", [1, 10_000]);
  threads.close();
  await expect(read).rejects.toThrow("closed");
});
