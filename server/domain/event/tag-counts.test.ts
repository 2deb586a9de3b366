import { expect, test } from "vitest";
import { tagCounts } from "./tag-counts.ts";

const events = [
  {
    at: 1,
    tags: [
      ["browser", "Firefox"],
      ["plan", "free"],
    ] as [string, string][],
  },
  { at: 3, tags: [["browser", "Chrome"]] as [string, string][] },
  {
    at: 2,
    tags: [
      ["browser", "Chrome"],
      ["Region", "eu"],
    ] as [string, string][],
  },
];

test("the most frequent keys come first, each with its most frequent values", () => {
  expect(tagCounts(events, { values: 1 })).toEqual({
    keys: 3,
    tags: [
      {
        key: "browser",
        total: 3,
        distinct: 2,
        values: [{ value: "Chrome", count: 2, lastSeen: 3 }],
      },
      { key: "Region", total: 1, distinct: 1, values: [{ value: "eu", count: 1, lastSeen: 2 }] },
      { key: "plan", total: 1, distinct: 1, values: [{ value: "free", count: 1, lastSeen: 1 }] },
    ],
  });
});

test("one key, keys that contain a text, and a limited number of keys", () => {
  const keysOf = (asked: object) =>
    tagCounts(events, { values: 1, ...asked }).tags.map(({ key }) => key);
  expect(keysOf({ key: "plan" })).toEqual(["plan"]);
  expect(keysOf({ query: "REG" })).toEqual(["Region"]);
  expect(keysOf({ keys: 1 })).toEqual(["browser"]);
  expect(tagCounts(events, { values: 1, keys: 1 }).keys).toBe(3);
  expect(tagCounts([], { values: 5 })).toEqual({ keys: 0, tags: [] });
});
