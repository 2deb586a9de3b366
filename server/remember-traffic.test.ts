import { expect, test } from "vitest";
import type { ProjectId } from "#server/domain/ids.ts";
import { rememberTraffic } from "./remember-traffic.ts";

const [shop, blog] = [1 as ProjectId, 2 as ProjectId];

function remembering() {
  const reads: ProjectId[][] = [];
  const clock = { now: 1_000_000 };
  const read = async (projectIds: ProjectId[]) => {
    reads.push(projectIds);
    return projectIds.map((id) => ({ count: id * 100 + reads.length, failed: 0 }));
  };
  return { reads, clock, recent: rememberTraffic({ read, now: () => clock.now }) };
}

test("what is known is shown at once, and read again behind the page", async () => {
  const { reads, clock, recent } = remembering();
  expect([...(await recent([shop, blog], 24))]).toMatchObject([
    [shop, { count: 101 }],
    [blog, { count: 201 }],
  ]);
  clock.now += 5_000;
  await recent([shop], 24);
  expect(reads).toHaveLength(1);
  clock.now += 20_000;
  expect((await recent([shop], 24)).get(shop)).toMatchObject({ count: 101 });
  expect((await recent([shop], 24)).get(shop)).toMatchObject({ count: 102 });
  expect(reads).toEqual([[shop, blog], [shop]]);
});

test("what is older than five minutes is waited for", async () => {
  const { clock, recent } = remembering();
  await recent([shop], 24);
  clock.now += 301_000;
  expect((await recent([shop], 24)).get(shop)).toMatchObject({ count: 102 });
});

test("a project whose figures take too long or cannot be read is left out", async () => {
  const never = rememberTraffic({ read: () => new Promise(() => undefined), now: Date.now });
  expect(await never([shop], 24)).toEqual(new Map());
  const failing = rememberTraffic({ read: () => Promise.reject(new Error("the database is away")), now: Date.now });
  expect(await failing([shop], 24)).toEqual(new Map());
});
