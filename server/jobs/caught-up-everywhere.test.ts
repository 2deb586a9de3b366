import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { caughtUpEverywhere, silentMs } from "./caught-up-everywhere.ts";

const status = (name: string, at: number, storedUpTo: number) => ({
  ...{ name, at, storedUpTo },
  ...{ waitingRequests: 0, waitingBytes: 0 },
});

test("waits for everyone who is still heard of, and for nobody else", async () => {
  const now = Date.now();
  const table = [status("lags", now, now - 5_000), status("silent", now - silentMs - 1, 0)];
  const processes = { list: async (since: number) => table.filter(({ at }) => at >= since) };
  const wait = caughtUpEverywhere({ caughtUp: async () => undefined, processes, now: Date.now })();
  const first = await Promise.race([wait.then(() => "there"), setTimeout(50, "waits")]);
  expect(first, "one of them still stores what came before").toBe("waits");
  table[0] = status("lags", now, now + 1_000);
  await wait;
});

test("alone there is nobody to wait for", async () => {
  const processes = { list: async () => [] };
  await caughtUpEverywhere({ caughtUp: async () => undefined, processes, now: Date.now })();
});
