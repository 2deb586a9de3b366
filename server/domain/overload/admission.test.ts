import { expect, test } from "vitest";
import { admissionOf, retryAfterS } from "./admission.ts";

const bounds = { oldestMs: 60_000, bytes: 1_000_000 };

test("while nobody waits too long, one project may hold everything that waits", () => {
  const backlog = { oldestMs: 59_999, aheadMs: 59_999, bytes: 900_000, heldBytes: 900_000, senders: 3 };
  expect(admissionOf(backlog, bounds)).toBe("accept");
});

test("beyond the age a flood is refused, and a project that holds little is not", () => {
  const late = { oldestMs: 60_000, aheadMs: 60_000, bytes: 900_000, senders: 2 };
  expect(admissionOf({ ...late, heldBytes: 890_000 }, bounds)).toBe("over its share");
  expect(admissionOf({ ...late, heldBytes: 10_000 }, bounds)).toBe("accept");
  expect(admissionOf({ ...late, senders: 1, heldBytes: 900_000 }, bounds)).toBe("full");
});

test("once a flood has drained, what little it kept waiting keeps nobody out, however long it has waited", () => {
  const drained = { oldestMs: 70_000, bytes: 5_000, heldBytes: 5_000, senders: 2 };
  expect(admissionOf({ ...drained, aheadMs: 100 }, bounds)).toBe("accept");
  expect(admissionOf({ ...drained, aheadMs: Infinity }, bounds), "nothing drains").toBe("over its share");
});

test("beyond the bytes nobody is let in", () => {
  const full = { oldestMs: 1, aheadMs: 1, bytes: 1_000_000, heldBytes: 0, senders: 2 };
  expect(admissionOf(full, bounds)).toBe("full");
});

test.each([1, 2, 10, 1000])("floods of %i projects alike cannot make the queue grow without end", (senders) => {
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

test("how long to wait follows from how fast the queue drains", () => {
  expect(retryAfterS({ bytes: 900_000 }, 10, bounds)).toBe(30);
  expect(retryAfterS({ bytes: 900_000 }, 100, bounds)).toBe(1);
  expect(retryAfterS({ bytes: 900_000 }, 0, bounds)).toBe(30);
  expect(retryAfterS({ bytes: 900_000 }, 0.001, bounds)).toBe(300);
});
