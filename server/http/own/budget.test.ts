import { expect, test } from "vitest";
import { createBudget } from "./budget.ts";

const limits = {
  perAddress: { burst: 3, perSecond: 1 },
  inAll: { burst: 5, perSecond: 2 },
  bytesPerDay: 1_000,
};
const taken = (results: boolean[]) => results.filter(Boolean).length;

test("limits each address, then all together, and refills over time", () => {
  const budget = createBudget(limits);
  const ask = (address: string, at: number) => budget.take(address, 1, at);
  expect(taken(Array.from({ length: 9 }, () => ask("a", 0)))).toBe(3);
  expect(taken(Array.from({ length: 9 }, () => ask("b", 0)))).toBe(2);
  expect(ask("c", 0)).toBe(false);
  expect(ask("a", 1_000)).toBe(true);
  expect(ask("a", 1_000)).toBe(false);
});

test("limits the bytes of a day", () => {
  const budget = createBudget(limits);
  expect(budget.take("a", 900, 0)).toBe(true);
  expect(budget.take("b", 200, 1_000)).toBe(false);
  expect(budget.take("b", 200, 86_400_000)).toBe(true);
});

test("forgets quiet addresses once there are many", () => {
  const budget = createBudget({
    ...limits,
    inAll: { burst: 100_000, perSecond: 100_000 },
    bytesPerDay: Infinity,
  });
  for (let at = 0; at < 3; at++) budget.take("first", 1, 0);
  for (let at = 0; at < 10_000; at++) budget.take(`address ${at}`, 1, 0);
  expect(budget.take("first", 1, 0)).toBe(true);
});
