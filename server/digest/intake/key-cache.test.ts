import { expect, test } from "vitest";
import type { Sender } from "#server/ingest/request.ts";
import { cacheKeys, recentSenders } from "./key-cache.ts";
import { createSenderDirectory } from "./sender-directory.ts";

const found = {
  key: {
    publicKey: "k",
    projectId: 1,
    label: "",
    createdAt: 0,
    allowedOrigins: ["https://shop.example"],
  },
  project: { id: 1, slug: "shop", settings: { paused: false } },
} as unknown as Sender;

function fixture() {
  const state = { at: 0, asked: 0, isThere: true, isRevoked: false };
  const byKey = async (publicKey: string) => {
    state.asked += 1;
    if (!state.isThere) throw new Error("The database does not answer.");
    return publicKey === "k" && !state.isRevoked ? found : undefined;
  };
  return { state, byKey, elapsed: () => state.at };
}

function inFolder() {
  const { state, byKey, elapsed } = fixture();
  return { state, find: cacheKeys({ byKey, known: recentSenders(elapsed), elapsed }) };
}

function withDirectory() {
  const { state, byKey, elapsed } = fixture();
  const directory = createSenderDirectory();
  const known = { find: directory.find, note: directory.note, isAway: () => !state.isThere };
  return { state, directory, find: cacheKeys({ byKey, known, elapsed }) };
}

test("keys are checked once per second, and a deleted key is noticed", async () => {
  const { state, find } = inFolder();
  expect(await find("k")).toBe(found);
  expect(await find("k")).toBe(found);
  expect(state.asked).toBe(1);
  state.isRevoked = true;
  state.at = 1_001;
  expect(await find("k")).toBeUndefined();
});

test("during an outage, a valid key stays valid for ten minutes", async () => {
  const { state, find } = inFolder();
  await find("k");
  state.isThere = false;
  state.at = 600_000;
  expect(await find("k")).toBe(found);
  await expect(find("other")).rejects.toThrow("does not answer");
  state.at = 602_000;
  await expect(find("k")).rejects.toThrow("does not answer");
  state.isThere = true;
  state.at = 604_000;
  expect(await find("k")).toBe(found);
});

test("during an outage a key never seen is admitted without queries", async () => {
  const { state, find, directory } = withDirectory();
  directory.replace({ mark: "1", keys: [found.key], projects: [found.project] });
  state.isThere = false;
  for (const at of [1, 601_000, 3_600_000]) {
    state.at = at;
    expect(await find("k")).toEqual(found);
    await expect(find("other")).rejects.toMatchObject({ code: "database-away" });
  }
  expect(state.asked).toBe(0);
});

test("a revoked key is refused once the database answers, and in the next outage", async () => {
  const { state, find, directory } = withDirectory();
  directory.replace({ mark: "1", keys: [found.key], projects: [found.project] });
  state.isThere = false;
  expect(await find("k")).toEqual(found);
  Object.assign(state, { isThere: true, isRevoked: true, at: 1_001 });
  expect(await find("k")).toBeUndefined();
  Object.assign(state, { isThere: false, at: 3_000 });
  await expect(find("k")).rejects.toMatchObject({ code: "database-away" });
});

test("a known key waits briefly for a slow database, and a late response is used next time", async () => {
  const slow = Promise.withResolvers<Sender | undefined>();
  let asked = 0;
  let at = 0;
  const byKey = () => (asked++ === 0 ? Promise.resolve(found) : slow.promise);
  const elapsed = () => at;
  const find = cacheKeys({ byKey, known: recentSenders(elapsed), elapsed });
  await find("k");
  at = 2_000;
  const begun = performance.now();
  expect(await find("k")).toBe(found);
  expect(performance.now() - begun).toBeLessThan(1_000);
  at = 4_000;
  expect(await find("k"), "one question at a time").toBe(found);
  expect(asked).toBe(2);
  slow.resolve(undefined);
  await expect.poll(() => find("k"), { message: "revoked meanwhile" }).toBeUndefined();
});
