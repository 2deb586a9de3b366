import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { giveBack } from "#server/threads/give-back.ts";
import { bodyBlocks } from "./body-blocks.ts";

const pieces = (...texts: string[]) => texts.map((text) => Buffer.from(text));
const textOf = (body: Uint8Array) => Buffer.from(body).toString();

test("bodies lie side by side in few blocks, unchanged", () => {
  const blocks = bodyBlocks();
  const texts = Array.from({ length: 100 }, (_, at) => `${at}:`.padEnd(10_000, "x"));
  const laid = texts.map((text) => blocks.lay(pieces(text.slice(0, 5), text.slice(5))));
  const taken = blocks.take();
  expect(laid.map(textOf)).toEqual(texts);
  expect(taken).toHaveLength(2);
  expect(new Set(laid.map(({ buffer }) => buffer))).toEqual(new Set(taken));
});

test("a large body has its own block, and its neighbors share theirs", () => {
  const blocks = bodyBlocks();
  const [before, large, after] = ["a", "b".repeat(1_000_000), "c"].map((text) =>
    blocks.lay(pieces(text)),
  );
  expect(before!.buffer).toBe(after!.buffer);
  expect(large!.buffer.byteLength).toBe(1_000_000);
  expect(textOf(large!)).toBe("b".repeat(1_000_000));
});

test("used space is not overwritten", () => {
  const blocks = bodyBlocks();
  const first = blocks.lay(pieces("first"));
  const taken = blocks.take();
  const second = blocks.lay(pieces("second"));
  expect(second.buffer).not.toBe(first.buffer);
  taken.forEach(giveBack);
  taken.forEach(giveBack);
  expect(first).toHaveLength(0);
  expect(textOf(second)).toBe("second");
  expect(blocks.take()).toHaveLength(1);
  expect(blocks.take()).toEqual([]);
});
