import { expect, test } from "vitest";
import { isProblem } from "#server/domain/problem.ts";
import { parseIssueQuery } from "./parse-issue-query.ts";
import { userOfSearch } from "./user-of-search.ts";

const userOf = (text: string) => {
  const parsed = parseIssueQuery(text);
  if (isProblem(parsed)) throw new Error(parsed.detail);
  return userOfSearch(parsed.query);
};

test("a search by one email address or field of a user is for that user", () => {
  expect(userOf("is:unresolved ana@shop.example")?.tags).toContainEqual({
    key: "user",
    value: "email:ana@shop.example",
  });
  expect(userOf("ana@shop.example")?.tags).toContainEqual({
    key: "user.email",
    value: "ana@shop.example",
  });
  expect(userOf("user.id:7 TypeError")?.tags).toContainEqual({ key: "user", value: "id:7" });
  expect(userOf("user.id:7 TypeError")?.term).toEqual({ key: "user.id", value: "7" });
  for (const text of [
    "",
    "TypeError",
    "-user:7",
    "user:[7,8]",
    "user:a*",
    "user:7 user:8",
    "users:>3",
  ])
    expect(userOf(text), text).toBeUndefined();
});
