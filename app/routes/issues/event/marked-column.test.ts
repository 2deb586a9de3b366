import { expect, test } from "vitest";
import { markColumn } from "./marked-column.ts";

test("the word at the column is marked", () => {
  expect(markColumn("  const { cartId } = order;", 11)).toEqual([
    "  const { ",
    "cartId",
    " } = order;",
  ]);
  expect(markColumn("fail();", 5)).toEqual(["fail", "(", ");"]);
});

test("a long line starts shortly before its marked column", () => {
  const line = `${"a;".repeat(500)}fail()${";b".repeat(500)}`;
  const [start, word, rest] = markColumn(line, 1001)!;
  expect([start, word]).toEqual([`… ${"a;".repeat(30)}`, "fail"]);
  expect(rest.startsWith("();b")).toBe(true);
});

test("a line without the column has no mark", () => {
  for (const [text, column] of [
    ["short", 9],
    ["short", undefined],
    ["{snip} fail()", 8],
    ["a b", 2],
  ] as const)
    expect(markColumn(text, column)).toBeUndefined();
});
