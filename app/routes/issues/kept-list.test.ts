import { expect, test } from "vitest";
import { returnPath } from "./kept-list.ts";

test("the way back to a list shows no result of an earlier action", () => {
  expect(returnPath("/shop/issues", "?done=3")).toBe("/shop/issues");
  expect(returnPath("/shop/issues", "?query=cart&done=3&since=7d")).toBe(
    "/shop/issues?query=cart&since=7d",
  );
  expect(returnPath("/shop/issues", "?query=is:new")).toBe("/shop/issues?query=is:new");
  expect(returnPath("/shop/issues", "")).toBe("/shop/issues");
});
