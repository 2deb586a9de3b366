import { expect, test } from "vitest";
import { parseIssueName } from "./short-id.ts";

test.each([
  ["SHOP-142", { number: 142 }],
  ["shop-142", { number: 142 }],
  ["142", { id: 142 }],
  ["OTHER-142", undefined],
  ["SHOP-", undefined],
  ["SHOP-1e3", undefined],
  ["9".repeat(16), undefined],
  ["", undefined],
])("%s names %o", (name, expected) => {
  expect(parseIssueName(name, { prefix: "SHOP" })).toEqual(expected);
});
