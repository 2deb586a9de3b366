import { expect, test, vi } from "vitest";
import { createShutdown } from "./shutdown.ts";

function make() {
  const exits: number[] = [];
  const said: string[] = [];
  let time = 0;
  const shutdown = createShutdown({
    exit: (code) => void exits.push(code),
    say: (sentence) => void said.push(sentence),
    now: () => time,
  });
  return { shutdown, exits, said, pass: (ms: number) => (time += ms) };
}

test("closes once and exits with the close's code", async () => {
  const { shutdown, exits } = make();
  const close = vi.fn(async () => 0);
  shutdown.whenAsked(close);
  shutdown.ask();
  await vi.waitFor(() => expect(exits).toEqual([0]));
  expect(close).toHaveBeenCalledOnce();
});

test("a signal during startup is kept until closing is possible", async () => {
  const { shutdown, exits } = make();
  shutdown.ask();
  expect(shutdown.asked.aborted).toBe(true);
  expect(exits).toEqual([]);
  shutdown.whenAsked(async () => 0);
  await vi.waitFor(() => expect(exits).toEqual([0]));
});

test("the same signal from several senders counts once", () => {
  const { shutdown, exits, said, pass } = make();
  shutdown.whenAsked(() => new Promise(() => undefined));
  shutdown.ask();
  pass(300);
  shutdown.ask();
  expect(exits).toEqual([]);
  pass(1_000);
  shutdown.ask();
  expect(exits).toEqual([1]);
  expect(said[0]).toContain("a second signal");
});

test("a failed or hanging close exits with code 1 and its reason", async () => {
  const failing = make();
  failing.shutdown.whenAsked(() => Promise.reject(new Error("the disk is gone")));
  failing.shutdown.ask();
  await vi.waitFor(() => expect(failing.exits).toEqual([1]));
  expect(failing.said).toEqual(["Shutdown failed: the disk is gone"]);
  vi.useFakeTimers();
  const hanging = make();
  hanging.shutdown.whenAsked(() => new Promise(() => undefined));
  hanging.shutdown.ask();
  vi.advanceTimersByTime(30_000);
  vi.useRealTimers();
  expect(hanging.exits).toEqual([1]);
});
