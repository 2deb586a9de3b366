import { expect, test } from "vitest";
import { admissionOf, retryAfterS } from "./admission.ts";

const bounds = { oldestMs: 60_000, bytes: 1_000_000 };

test("while the queue is young, one project may fill it", () => {
  const backlog = {
    oldestMs: 59_999,
    aheadMs: 59_999,
    bytes: 900_000,
    heldBytes: 900_000,
    senders: 3,
  };
  expect(admissionOf(backlog, bounds)).toBe("accept");
});

test("above the age limit, floods are refused and small projects are not", () => {
  const late = { oldestMs: 60_000, aheadMs: 60_000, bytes: 900_000, senders: 2 };
  expect(admissionOf({ ...late, heldBytes: 890_000 }, bounds)).toBe("over its share");
  expect(admissionOf({ ...late, heldBytes: 10_000 }, bounds)).toBe("accept");
  expect(admissionOf({ ...late, senders: 1, heldBytes: 900_000 }, bounds)).toBe("full");
});

test("after a flood drains, its remaining requests cause no refusal, whatever their age", () => {
  const drained = { oldestMs: 70_000, bytes: 5_000, heldBytes: 5_000, senders: 2 };
  expect(admissionOf({ ...drained, aheadMs: 100 }, bounds)).toBe("accept");
  expect(admissionOf({ ...drained, aheadMs: Infinity }, bounds), "nothing drains").toBe(
    "over its share",
  );
});

test("above the byte limit everyone is refused", () => {
  const full = { oldestMs: 1, aheadMs: 1, bytes: 1_000_000, heldBytes: 0, senders: 2 };
  expect(admissionOf(full, bounds)).toBe("full");
});

test.each([1, 2, 10, 1000])("%i equal floods cannot grow the queue without limit", (senders) => {
  const held = Array.from({ length: senders }, () => 100);
  const sum = () => held.reduce((a, b) => a + b, 0);
  const before = sum();
  for (let round = 0; round < 50; round++)
    for (const [at, heldBytes] of held.entries()) {
      const backlog = { oldestMs: 70_000, aheadMs: 70_000, bytes: sum(), heldBytes, senders };
      if (admissionOf(backlog, { ...bounds, bytes: Infinity }) === "accept") held[at]! += 10;
    }
  expect(sum()).toBeLessThanOrEqual(2 * before);
});

test("the retry delay follows from the queue's drain rate", () => {
  expect(retryAfterS({ bytes: 900_000 }, 10, bounds)).toBe(30);
  expect(retryAfterS({ bytes: 900_000 }, 100, bounds)).toBe(1);
  expect(retryAfterS({ bytes: 900_000 }, 0, bounds)).toBe(30);
  expect(retryAfterS({ bytes: 900_000 }, 0.001, bounds)).toBe(300);
});
