import { expect, test } from "vitest";
import { meetsQuery } from "#server/domain/search/event-test.ts";
import { parseIssueQuery } from "#server/domain/search/parse-issue-query.ts";
import { tagQuery } from "./tag-query.ts";

const event = { eventId: "a".repeat(32), title: "x", level: "error" as const };

test.each([
  { key: "url", value: "http://a/?b=c&d" },
  { key: "browser", value: "Chrome 131" },
  { key: "level", value: "error" },
  { key: "environment", value: "production" },
  { key: "odd key", value: 'says "no"' },
  { key: "flag", value: "" },
])("a link to a tag's events finds the events with that tag: %j", (tag) => {
  const parsed = parseIssueQuery(new URLSearchParams(tagQuery(tag)).get("query")!);
  if (!("query" in parsed)) throw new Error(parsed.detail);
  const found = (value: string) =>
    meetsQuery(parsed.query, { ...event, environment: value, tags: [[tag.key, value]] }, []);
  expect(found(tag.value)).toBe(true);
  expect(found(`${tag.value} other`)).toBe(false);
});
