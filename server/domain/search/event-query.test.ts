import { expect, test } from "vitest";
import { partAboutIssues } from "./event-query.ts";
import { knownKeys } from "./issue-keys.ts";

test("a search of an issue's events refuses keys that only issues have", () => {
  const refused = knownKeys.filter((key) => partAboutIssues(`${key}:x`));
  expect(refused.toSorted()).toEqual(
    [
      "assigned",
      "error.type",
      "first-release",
      "first-seen",
      "is",
      "issue",
      "last-seen",
      "message",
      "platform",
      "route",
      "stack.filename",
      "stack.function",
      "stack.module",
      "times-seen",
      "users",
    ].toSorted(),
  );
  expect(partAboutIssues("is:unhandled has:release level:error")).toBeUndefined();
  expect(partAboutIssues("has:first-release")?.detail).toContain("searches issues");
});
