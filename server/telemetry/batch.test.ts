import { expect, test } from "vitest";
import { createBatch } from "./batch.ts";

const soon = () => new Promise((resolve) => setTimeout(resolve, 20));

test("items leave together, a little later, in order", async () => {
  const sent: number[][] = [];
  const batch = createBatch<number>({ send: (items) => sent.push(items), size: 2, delayMs: 5 });
  for (const item of [1, 2, 3]) batch.add(item);
  expect(sent, "whoever adds never waits for sending").toEqual([]);
  await soon();
  expect(sent).toEqual([[1, 2], [3]]);
  expect(batch.dropped()).toBe(0);
});

test("a hanging receiver loses only what exceeds the buffer", async () => {
  let release = () => {};
  const hanging = new Promise<void>((resolve) => (release = resolve));
  const sent: number[][] = [];
  const send = (items: number[]) => (sent.push(items), hanging);
  const batch = createBatch<number>({ send, size: 2, capacity: 3 });
  batch.add(1);
  const flushed = batch.flush();
  for (const item of [2, 3, 4, 5, 6]) batch.add(item);
  expect(batch.dropped()).toBe(2);
  await soon();
  expect(sent, "one batch at a time").toEqual([[1]]);
  release();
  await flushed;
  expect(sent).toEqual([[1], [2, 3], [4]]);
});

test("items that a receiver refuses, at once or later, are counted and dropped", async () => {
  const answers = [
    () => Promise.reject(new Error("later")),
    () => JSON.parse("at once"),
    () => undefined,
  ];
  const batch = createBatch<number>({ send: () => answers.shift()!() as unknown, size: 2 });
  for (const item of [1, 2, 3, 4, 5]) batch.add(item);
  await batch.flush();
  expect(batch.dropped()).toBe(4);
  expect(answers).toEqual([]);
});
