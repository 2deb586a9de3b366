import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { startOnCall } from "./thread-calls.ts";

type Program = {
  double: (n: number) => Promise<number>;
  die: (n: number) => Promise<never>;
  fill: (lines: number) => Promise<never>;
};

// A thread with the `answerCalls` protocol that can be terminated.
const program = `const { parentPort } = require("node:worker_threads");
parentPort.on("message", ({ id, name, argument }) => {
  if (name === "die") process.exit(1);
  // Empty lists are made so fast that a limit of V8's own is jumped over, and all of the process
  // ends.
  if (name === "fill") for (const lines = []; lines.length < argument;) lines.push([]);
  parentPort.postMessage(argument < 0 ? { id, error: "negative" } : { id, value: argument * 2 });
});`;

function startCounted() {
  let started = 0;
  const spawn = () => {
    started += 1;
    return new Worker(program, { eval: true });
  };
  return { thread: startOnCall<Program>(spawn, 30, 64 << 20), started: () => started };
}

test("concurrent calls get their own results and errors", async () => {
  const { thread, started } = startCounted();
  const answers = await Promise.allSettled([
    thread.call("double", 1),
    thread.call("double", -1),
    thread.call("double", 21),
  ]);
  expect(answers).toMatchObject([{ value: 2 }, { reason: new Error("negative") }, { value: 42 }]);
  expect(started()).toBe(1);
  thread.close();
});

test("an exiting thread fails its open calls, and the next call starts another", async () => {
  const { thread, started } = startCounted();
  await expect(thread.call("die", 0)).rejects.toThrow("the thread ended");
  expect(await thread.call("double", 4)).toBe(8);
  expect(started()).toBe(2);
  thread.close();
});

test("only a thread that uses too much memory is stopped", async () => {
  const { thread } = startCounted();
  await expect(thread.call("fill", 100_000_000)).rejects.toThrow("the thread ran out of memory");
  expect(await thread.call("double", 4)).toBe(8);
  thread.close();
});

test("an idle thread exits", async () => {
  const { thread, started } = startCounted();
  await thread.call("double", 1);
  await new Promise((resolve) => setTimeout(resolve, 120));
  await thread.call("double", 1);
  expect(started()).toBe(2);
  thread.close();
});

test("a thread that cannot start rejects its call with the reason, and the next call retries", async () => {
  const refusal = Object.assign(new Error("EAGAIN"), { code: "ERR_WORKER_INIT_FAILED" });
  let refused = false;
  const thread = startOnCall<Program>(() => {
    if (refused) return new Worker(program, { eval: true });
    refused = true;
    throw refusal;
  }, 30);
  await expect(thread.call("double", 4)).rejects.toMatchObject({ cause: refusal });
  expect(await thread.call("double", 4)).toBe(8);
  thread.close();
});
