import { expect, test } from "vitest";
import { watchDatabase } from "./database-watch.ts";

function fixture() {
  const state = { at: 100, isThere: true };
  const told: string[] = [];
  const watch = watchDatabase({
    ask: async () => {
      if (!state.isThere) throw new Error("No answer.");
    },
    now: () => state.at,
    onAway: () => void told.push("away"),
    onBack: () => void told.push("back"),
  });
  return { state, told, watch };
}

test("reports an outage once and its end once, however often it checks", async () => {
  const { state, told, watch } = fixture();
  await watch.look();
  expect([watch.awaySince(), told]).toEqual([undefined, []]);
  state.isThere = false;
  for (const at of [200, 300, 400]) {
    state.at = at;
    await watch.look();
  }
  expect([watch.awaySince(), told]).toEqual([200, ["away"]]);
  let answered = false;
  void watch.answers().then(() => (answered = true));
  await Promise.resolve();
  expect(answered).toBe(false);
  state.isThere = true;
  await watch.look();
  await watch.look();
  expect([watch.awaySince(), told, answered]).toEqual([undefined, ["away", "back"], true]);
});

test("reports an outage from a failed start", async () => {
  const { watch, told } = fixture();
  watch.lost(new Error("No answer."));
  expect([watch.awaySince(), told]).toEqual([100, ["away"]]);
  await watch.look();
  expect(watch.awaySince()).toBeUndefined();
});

test("checks the database only when nothing else has succeeded, even if the clock goes back", async () => {
  const { state, told, watch } = fixture();
  state.at = 10_000;
  watch.heard();
  state.isThere = false;
  state.at = 11_000;
  await watch.look();
  expect(told).toEqual([]);
  state.at = 12_000;
  await watch.look();
  expect(told).toEqual(["away"]);
  state.isThere = true;
  watch.heard();
  await watch.look();
  expect(told, "the end of an outage is asked for").toEqual(["away", "back"]);
  state.isThere = false;
  state.at = 1_000;
  await watch.look();
  expect(watch.awaySince()).toBe(1_000);
});
