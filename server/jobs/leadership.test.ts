import { expect, test } from "vitest";
import type { LeaseStore } from "#server/storage/processes/lease-store.ts";
import { createLeadership } from "./leadership.ts";

/** One row, as in a database. */
function oneLease(): LeaseStore {
  let row: { holder: string; until: number } | undefined;
  return {
    async take(_name, { holder, now, until }) {
      if (row && row.holder !== holder && row.until > now) return false;
      row = { holder, until };
      return true;
    },
    async giveBack(_name, holder) {
      if (row?.holder === holder) row = undefined;
    },
  };
}

test("one of two processes leads until it ends or is killed", async () => {
  const time = { at: 0 };
  const leases = oneLease();
  const [one, two] = ["one", "two"].map((name) => createLeadership(leases, name, () => time.at));
  expect([await one!.isMine(), await two!.isMine()]).toEqual([true, false]);
  time.at += 6_000;
  expect([await one!.isMine(), await two!.isMine()], "prolonged").toEqual([true, false]);
  await one!.giveBack();
  time.at += 6_000;
  expect(
    [await one!.isMine(), await two!.isMine()],
    "who gave it back does not take it again",
  ).toEqual([false, true]);

  const three = createLeadership(leases, "three", () => time.at);
  time.at += 14_000;
  expect(await three.isMine(), "two is silent, its lease still runs").toBe(false);
  time.at += 6_000;
  expect(await three.isMine()).toBe(true);
});

test("a database outage gives no answer, and is retried", async () => {
  let isThere = false;
  const leases: LeaseStore = {
    take: async () => (isThere ? true : Promise.reject(new Error("not there"))),
    giveBack: async () => undefined,
  };
  const leadership = createLeadership(leases, "one", () => 0);
  await expect(leadership.isMine()).rejects.toThrow("not there");
  isThere = true;
  expect(await leadership.isMine()).toBe(true);
});
