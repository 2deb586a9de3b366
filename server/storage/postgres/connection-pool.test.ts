import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Connection } from "./connection.ts";
import { connectionPool, type Task } from "./connection-pool.ts";

/** A pool of numbered connections that records which piece of work used which one. */
function numbered(most: number) {
  const lost = new Set<number>();
  const numbers = new Map<Connection, number>();
  const pool = connectionPool(() => {
    const number = numbers.size;
    const connection = {
      ready: async () => undefined,
      isLost: () => lost.has(number),
      end: async () => undefined,
    };
    numbers.set(connection as Connection, number);
    return connection as Connection;
  }, most);
  const use = (task: Task, ms = 0): Promise<number> =>
    pool.using(async (connection) => {
      await setTimeout(ms);
      return numbers.get(connection)!;
    }, task);
  return { use, lost, pool };
}

test("transactions keep a connection, whatever else runs", async () => {
  const { use } = numbered(4);
  const first = use("transaction", 20);
  const reading = [use("statement", 5), use("statement", 30)];
  const own = await first;
  await Promise.all(reading);
  for (let round = 0; round < 5; round++) {
    const beside = use("statement", 2);
    expect(await use("transaction", 5)).toBe(own);
    expect(await beside).not.toBe(own);
  }
});

test("if only another's connection is free, it is used and none is opened", async () => {
  const { use } = numbered(4);
  expect(await use("statement")).toBe(0);
  expect(await use("transaction")).toBe(0);
  expect(await use("statement")).toBe(0);
});

test("batches keep a connection that other work uses only at the limit", async () => {
  const { use } = numbered(4);
  const own = await use("batch");
  for (const besideMs of [2, 10, 2, 10]) {
    const batch = use("batch", 5);
    const beside = use("transaction", besideMs);
    expect(await batch).toBe(own);
    expect(await beside).not.toBe(own);
    expect(await use("statement")).not.toBe(own);
  }
});

test("at the limit, a batch's connection can be borrowed and remains the batch's", async () => {
  const { use } = numbered(2);
  const own = await use("batch");
  const others = [use("statement", 5), use("statement", 5)];
  expect(await Promise.all(others)).toContain(own);
  const beside = use("transaction", 5);
  expect(await use("batch", 5)).toBe(own);
  await beside;
});

test("waiting work runs in order, and a lost connection is not reused", async () => {
  const { use, lost, pool } = numbered(1);
  expect(await Promise.all([use("transaction", 5), use("statement"), use("transaction")])).toEqual([
    0, 0, 0,
  ]);
  lost.add(0);
  expect(await use("statement")).toBe(1);
  expect(pool.figures()).toEqual({ inUse: 0, idle: 1, waiting: 0 });
});
