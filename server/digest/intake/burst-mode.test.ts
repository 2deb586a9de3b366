import { expect, test } from "vitest";
import { createBurstMode } from "./burst-mode.ts";

test("dozens of waiting requests start a rush that ends shortly after them", () => {
  let now = 0;
  const rush = createBurstMode(() => now);
  const wave = (requests: number) => {
    for (let i = 0; i < requests; i++) rush.enter();
    for (let i = 0; i < requests; i++) rush.leave();
  };
  wave(24);
  expect(rush.isOn(), "as many as wait at half of capacity").toBe(false);
  wave(25);
  now = 99;
  expect(rush.isOn(), "between two waves").toBe(true);
  wave(25);
  now = 198;
  expect(rush.isOn()).toBe(true);
  now = 199;
  expect(rush.isOn()).toBe(false);
  for (let i = 0; i < 25; i++) rush.enter();
  now = 1_000;
  expect(rush.isOn(), "however long the disk takes for them").toBe(true);
});
