import { expect, test } from "vitest";
import type { ProjectId } from "#server/domain/ids.ts";
import { rememberTraffic } from "./remember-traffic.ts";

const [shop, blog] = [1 as ProjectId, 2 as ProjectId];

function remembering() {
  const reads: ProjectId[][] = [];
  const clock = { now: 1_000_000 };
  const read = async (projectIds: ProjectId[]) => {
    reads.push(projectIds);
    return projectIds.map((id) => ({
      count: id * 100 + reads.length,
      failed: 0,
      failedHours: [],
      percentiles: [],
      services: [],
      sessions: { all: 0, crashed: 0 },
    }));
  };
  return { reads, clock, recent: rememberTraffic({ read, now: () => clock.now }) };
}

test("known data is shown at once and refreshed in the background", async () => {
  const { reads, clock, recent } = remembering();
  expect([...(await recent([shop, blog]))]).toEqual([]);
  expect([...(await recent([shop, blog]))]).toMatchObject([
    [shop, { count: 101 }],
    [blog, { count: 201 }],
  ]);
  clock.now += 5_000;
  await recent([shop]);
  expect(reads).toHaveLength(1);
  clock.now += 20_000;
  expect((await recent([shop])).get(shop)).toMatchObject({ count: 101 });
  expect((await recent([shop])).get(shop)).toMatchObject({ count: 102 });
  expect(reads).toEqual([[shop, blog], [shop]]);
});

test("data older than an hour is not shown", async () => {
  const { clock, recent } = remembering();
  const shownAfter = async (ms: number) => {
    clock.now += ms;
    const shown = (await recent([shop])).get(shop)?.count;
    // The background read.
    await new Promise(setImmediate);
    return shown;
  };
  expect(await shownAfter(0)).toBeUndefined();
  expect(await shownAfter(3_600_000)).toBe(101);
  expect(await shownAfter(3_600_001)).toBeUndefined();
  expect(await shownAfter(1_000)).toBe(103);
});

test("a waiting caller gets fresh data unless it takes too long or fails", async () => {
  const { recent } = remembering();
  expect((await recent([shop], 400)).get(shop)).toMatchObject({ count: 101 });
  const never = rememberTraffic({ read: () => new Promise(() => undefined), now: Date.now });
  const begun = performance.now();
  expect(await never([shop])).toEqual(new Map());
  expect(performance.now() - begun).toBeLessThan(50);
  expect(await never([shop], 100)).toEqual(new Map());
  const failing = rememberTraffic({
    read: () => Promise.reject(new Error("the database is away")),
    now: Date.now,
  });
  expect(await failing([shop], 100)).toEqual(new Map());
});
