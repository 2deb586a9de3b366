import { expect, test } from "vitest";
import { checksum } from "./checksum.ts";

const sumOf = (...items: unknown[]) => {
  const sum = checksum();
  for (const item of items) sum.add(item);
  return sum.value();
};

test("only order does not change a checksum", () => {
  const [ada, bob] = [
    [1, "ada", null],
    [2, "bob", 0.5],
  ];
  expect(sumOf(ada, bob)).toBe(sumOf(bob, ada));
  expect(sumOf(ada, bob)).not.toBe(sumOf(ada));
  expect(sumOf(ada, ada)).not.toBe(sumOf());
  expect(sumOf(ada)).not.toBe(sumOf([1, "ada", ""]));
});

test("bytes compare equal in every engine's array type", () => {
  const row = (bytes: Uint8Array) => [7, { frame: bytes }];
  expect(sumOf(row(Buffer.from([1, 2, 3])))).toBe(sumOf(row(Uint8Array.of(1, 2, 3))));
  expect(sumOf(row(Uint8Array.of(1, 2, 3)))).not.toBe(sumOf(row(Uint8Array.of(1, 2, 4))));
});

test("a character that PostgreSQL cannot store equals its replacement", () => {
  expect(sumOf(["a\0b"])).toBe(sumOf(["a\uFFFDb"]));
  expect(sumOf(["a\0b"])).not.toBe(sumOf(["ab"]));
});
