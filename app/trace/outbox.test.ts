import { expect, test } from "vitest";
import { bySize } from "./outbox.ts";

test("bodies stay below the limit of requests that outlive a page", () => {
  expect(bySize(["aaaa", "bbb", "cc", "d"], 7)).toEqual([
    ["aaaa", "bbb"],
    ["cc", "d"],
  ]);
  expect(bySize(["a", "too large by itself", "b"], 7)).toEqual([
    ["a"],
    ["too large by itself"],
    ["b"],
  ]);
  expect(bySize([], 7)).toEqual([]);
});
