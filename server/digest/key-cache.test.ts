import { expect, test } from "vitest";
import type { Store } from "#server/storage/store.ts";
import { cacheKeys } from "./key-cache.ts";

function fixture() {
  const state = { at: 0, asked: 0, isThere: true, isRevoked: false };
  const found = { key: { publicKey: "k" }, project: { id: 1 } };
  const byKey = async (publicKey: string) => {
    state.asked += 1;
    if (!state.isThere) throw new Error("The database does not answer.");
    return publicKey === "k" && !state.isRevoked ? found : undefined;
  };
  const find = cacheKeys({ projects: { byKey } } as unknown as Pick<Store, "projects">, () => state.at);
  return { state, find, found };
}

test("asked once a second, and a key that is gone is gone by then", async () => {
  const { state, find, found } = fixture();
  expect(await find("k")).toBe(found);
  expect(await find("k")).toBe(found);
  expect(state.asked).toBe(1);
  state.isRevoked = true;
  state.at = 1_001;
  expect(await find("k")).toBeUndefined();
});

test("while the store does not answer, a key that was good stays good for ten minutes, and an unknown one fails", async () => {
  const { state, find, found } = fixture();
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
