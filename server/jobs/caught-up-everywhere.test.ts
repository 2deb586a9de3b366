import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { caughtUpEverywhere, silentMs } from "./caught-up-everywhere.ts";

const status = (name: string, at: number, storedUpTo: number) => ({
  name,
  at,
  storedUpTo,
  waitingRequests: 0,
  waitingBytes: 0,
});

test("waits for all processes that are still alive, and no others", async () => {
  const now = Date.now();
  const table = [status("lags", now, now - 5_000), status("silent", now - silentMs - 1, 0)];
  const processes = { list: async (since: number) => table.filter(({ at }) => at >= since) };
  const wait = caughtUpEverywhere({ caughtUp: async () => undefined, processes, now: Date.now })();
  const first = await Promise.race([wait.then(() => "there"), setTimeout(50, "waits")]);
  expect(first, "one of them still stores what came before").toBe("waits");
  table[0] = status("lags", now, now + 1_000);
  await wait;
});

test("does not wait as the only process", async () => {
  const processes = { list: async () => [] };
  await caughtUpEverywhere({ caughtUp: async () => undefined, processes, now: Date.now })();
});
