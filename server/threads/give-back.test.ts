import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { giveBack, giveBackBytes } from "./give-back.ts";

test("memory that is given back is gone from all its views, and may be given back twice", () => {
  const bytes = Buffer.allocUnsafeSlow(100_000);
  const view = bytes.subarray(10, 20);
  giveBack(bytes.buffer);
  giveBack(bytes.buffer);
  expect([bytes.length, view.length]).toEqual([0, 0]);
});

test("bytes that share their memory with others leave it to them", () => {
  const whole = Buffer.allocUnsafeSlow(100).fill(7);
  giveBackBytes(whole.subarray(0, 50));
  expect(whole).toHaveLength(100);
  giveBackBytes(whole);
  expect(whole).toHaveLength(0);
});
