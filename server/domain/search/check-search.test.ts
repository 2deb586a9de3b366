import { expect, test } from "vitest";
import { searchProblem } from "./check-search.ts";

const now = Date.parse("2026-11-23T05:00:00Z");
const check = (search: string) => searchProblem(new URLSearchParams(search), now);
const cursorOf = (position: unknown) =>
  `cursor=${Buffer.from(JSON.stringify(position)).toString("base64url")}`;

test.each([
  "",
  "since=&until=&cursor=&limit=",
  "since=24h&until=2026-11-21T04:00",
  "since=-7d&limit=50",
  "since=1763870400000",
  "cursor=50",
  cursorOf([1, 1763870400000, 7]),
  cursorOf(["2026-11-23", 12]),
  cursorOf(["名前", 3]),
])("accepts %j", (search) => expect(check(search)).toBeUndefined());

test.each([
  ["since=yesterday-ish", "since"],
  ["until=2026-13-45", "until"],
  ["since=%00", "since"],
  ["cursor=x", "cursor"],
  ["cursor=-5", "cursor"],
  ["cursor=%ED%A0%80", "cursor"],
  [cursorOf({ a: 1 }), "cursor"],
  [cursorOf([1.5]), "cursor"],
  [cursorOf([]), "cursor"],
  [cursorOf([1, 2, 3, 4, 5]), "cursor"],
  ["limit=0", "limit"],
  ["limit=-1", "limit"],
  ["limit=ten", "limit"],
])("names the field of %j", (search, field) => {
  const problem = check(search);
  expect(problem).toMatchObject({ problem: "malformed", causes: [field] });
  expect(problem!.detail.startsWith(`${field} is “`)).toBe(true);
});
