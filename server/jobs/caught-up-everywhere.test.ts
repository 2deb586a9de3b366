import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import type { ProjectId } from "#server/domain/ids.ts";
import { caughtUpEverywhere, silentMs } from "./caught-up-everywhere.ts";

const status = (name: string, at: number, storedUpTo: number, heldBack: number[] = []) => ({
  name,
  at,
  storedUpTo,
  heldBack: heldBack as ProjectId[],
  waitingRequests: 0,
  waitingBytes: 0,
});

test("waits for all processes that are still alive, and no others", async () => {
  const now = Date.now();
  const table = [status("lags", now, now - 5_000), status("silent", now - silentMs - 1, 0)];
  const processes = { list: async (since: number) => table.filter(({ at }) => at >= since) };
  const caughtUp = async () => [8 as ProjectId];
  const wait = caughtUpEverywhere({ caughtUp, processes, now: Date.now })();
  const first = await Promise.race([wait.then(() => "there"), setTimeout(50, "waits")]);
  expect(first, "one of them still stores what came before").toBe("waits");
  table[0] = status("lags", now, now + 1_000, [7]);
  expect([...(await wait)], "held back by any process").toEqual([8, 7]);
});

test("does not wait as the only process", async () => {
  const processes = { list: async () => [] };
  await caughtUpEverywhere({ caughtUp: async () => [], processes, now: Date.now })();
});
