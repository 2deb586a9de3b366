import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { giveBack, giveBackBytes } from "./give-back.ts";

test("released memory is detached from all views and may be released twice", () => {
  const bytes = Buffer.allocUnsafeSlow(100_000);
  const view = bytes.subarray(10, 20);
  giveBack(bytes.buffer);
  giveBack(bytes.buffer);
  expect([bytes.length, view.length]).toEqual([0, 0]);
});

test("bytes that share memory with others keep it", () => {
  const whole = Buffer.allocUnsafeSlow(100).fill(7);
  giveBackBytes(whole.subarray(0, 50));
  expect(whole).toHaveLength(100);
  giveBackBytes(whole);
  expect(whole).toHaveLength(0);
});
