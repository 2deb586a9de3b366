import { expect, test } from "vitest";
import { createBackupClock } from "./backup-clock.ts";
import type { ScheduledBackup } from "./scheduled-backup.ts";

const hourMs = 3_600_000;
const schedule = { folder: "/backups", minutes: [120], keep: 7 };
const start = Date.parse("2026-11-20T15:00:00Z");

/** A clock whose time and backups the test controls. */
function clockwork(newest?: number, good = newest) {
  const state = { now: start, newest, good, fault: undefined as string | undefined };
  const said: string[] = [];
  const look = createBackupClock({
    schedule,
    async make(at): Promise<ScheduledBackup> {
      if (state.fault !== undefined) return { fault: state.fault };
      [state.newest, state.good] = [at, at];
      return { takenAt: new Date(at).toISOString(), file: "f", bytes: 1, removed: 0 };
    },
    newestAt: async () => state.newest,
    goodAt: async () => state.good,
    now: () => state.now,
    onMade: ({ takenAt }) => void said.push(`made ${takenAt}`),
    onFailed: (why) => void said.push(why),
    onOverdue: (goodAt) => void said.push(`overdue since ${goodAt}`),
    onInTime: () => undefined,
  });
  /** Logs of checks an hour apart. */
  async function hours(count: number): Promise<string[]> {
    said.length = 0;
    for (let hour = 0; hour < count; hour++) {
      state.now += hourMs;
      await look();
    }
    return [...said];
  }
  return { state, look, said, hours };
}

test("backs up into an empty folder at once, then daily", async () => {
  const { look, said, hours } = clockwork();
  await look();
  expect(said).toEqual(["made 2026-11-20T15:00:00.000Z"]);
  expect(await hours(48)).toEqual([
    "made 2026-11-21T02:00:00.000Z",
    "made 2026-11-22T02:00:00.000Z",
  ]);
});

test("catches up at a start that came too late for the scheduled time", async () => {
  const { look, said } = clockwork(start - 30 * hourMs);
  await look();
  expect(said).toEqual(["made 2026-11-20T15:00:00.000Z"]);
});

test("retries after a failure and reports two missed intervals", async () => {
  const clock = clockwork(start - hourMs);
  clock.state.fault = "full";
  const good = clock.state.good;
  expect(await clock.hours(11)).toEqual(["full"]);
  const next = await clock.hours(36);
  expect(next.filter((line) => line === "full")).toHaveLength(36);
  expect(next.filter((line) => line.startsWith("overdue"))).toEqual([]);
  expect(await clock.hours(1)).toEqual(["full", `overdue since ${good}`]);
  clock.state.fault = undefined;
  expect(await clock.hours(1)).toEqual([expect.stringMatching(/^made/)]);
});

test("reports at the first failure where there has never been a backup", async () => {
  const clock = clockwork();
  clock.state.fault = "no folder";
  await clock.look();
  expect(clock.said).toEqual(["no folder", "overdue since undefined"]);
});

test("runs one backup at a time", async () => {
  let made = 0;
  let finish: (() => void) | undefined;
  const look = createBackupClock({
    schedule,
    newestAt: async () => undefined,
    goodAt: async () => undefined,
    now: () => start,
    make: () =>
      new Promise((resolve) => {
        made += 1;
        finish = () => resolve({ takenAt: "", file: "", bytes: 1, removed: 0 });
      }),
    onMade: () => undefined,
    onFailed: () => undefined,
    onOverdue: () => undefined,
    onInTime: () => undefined,
  });
  const first = look();
  await look();
  await look();
  finish?.();
  await first;
  expect(made).toBe(1);
});
