import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Connection } from "./connection.ts";
import { connectionPool } from "./connection-pool.ts";
import { statementGroups } from "./statement-groups.ts";

/**
 * Numbered connections. Statements on one are answered in order, each a moment after the previous.
 */
function fakePool(most: number, { isPooled = false } = {}) {
  const sent: string[] = [];
  let opened = 0;

  function connect(): Connection {
    const name = opened++;
    let last = Promise.resolve();
    const query = (statement: string) => {
      sent.push(`${name}: ${statement}`);
      last = last
        .then(() => setTimeout(1))
        .then(() => void sent.push(`${name}: answer to ${statement}`));
      return last.then(() => {
        if (statement === "wrong") throw new Error("It is wrong.");
        return statement;
      });
    };
    const rest = { ready: async () => undefined, isLost: () => false, isPooled: () => isPooled };
    return { query, ...rest } as unknown as Connection;
  }

  const pool = connectionPool(connect, most);
  const one = statementGroups(pool);
  const ask = (statement: string) =>
    one((connection) => connection.query(statement) as unknown as Promise<string>);
  return { ask, sent, opened: () => opened, inUse: () => pool.figures().inUse };
}

const names = (count: number) => Array.from({ length: count }, (_, n) => `${n}`);

test("simultaneous statements share one connection and get their own results", async () => {
  const { ask, sent, opened } = fakePool(4);
  expect(await Promise.all(names(3).map(ask))).toEqual(["0", "1", "2"]);
  expect(opened()).toBe(1);
  expect(sent.slice(0, 3)).toEqual(["0: 0", "0: 1", "0: 2"]);
  expect(await ask("later")).toBe("later");
});

test("more than four statements are spread over connections", async () => {
  const { ask, sent, opened } = fakePool(9);
  expect(await Promise.all(names(9).map(ask))).toEqual(names(9));
  expect(opened()).toBe(3);
  const onEach = Map.groupBy(
    sent.filter((line) => !line.includes("answer")),
    (line) => line.split(":")[0],
  );
  expect([...onEach.values()].map((lines) => lines.length)).toEqual([3, 3, 3]);
});

test("a failing statement fails alone", async () => {
  const { ask, inUse } = fakePool(1);
  const answers = await Promise.allSettled(["a", "wrong", "b"].map(ask));
  expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  await expect.poll(inUse).toBe(0);
});

test("without a connection each statement fails", async () => {
  const one = statementGroups({ using: () => Promise.reject(new Error("The server is away.")) });
  const answers = await Promise.allSettled(names(6).map(() => one(() => Promise.resolve(1))));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => "rejected"));
});

test("a pooler gets statements one by one, as each may reach another server", async () => {
  const { ask, sent } = fakePool(1, { isPooled: true });
  await Promise.all(["a", "b"].map(ask));
  expect(sent).toEqual(["0: a", "0: answer to a", "0: b", "0: answer to b"]);
});

test("groups that wait for a connection all run", async () => {
  const { ask, inUse } = fakePool(1);
  expect(await Promise.all(names(21).map(ask))).toEqual(names(21));
  await expect.poll(inUse).toBe(0);
});

test("behind a pooler a failed statement does not block the next", async () => {
  const { ask } = fakePool(1, { isPooled: true });
  const answers = await Promise.allSettled(["wrong", "a"].map(ask));
  expect(answers.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
});
