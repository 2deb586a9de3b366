import { expect, test } from "vitest";
import type { TagSummary } from "#server/domain/event/tag-counts.ts";
import { sideTags } from "./side-tags.ts";

const tag = (key: string, ...values: string[]): TagSummary => ({
  key,
  total: values.length,
  distinct: values.length,
  values: values.map((value) => ({ value, count: 1, lastSeen: 0 })),
});
const keysOf = (...tags: TagSummary[]) => sideTags(tags).map(({ key }) => key);

test("tags with one value follow those with several", () => {
  const environment = tag("environment", "production");
  const browser = tag("browser", "Chrome 142", "Firefox 144");
  const plan = tag("plan", "free", "team");
  expect(keysOf(environment, plan, browser)).toEqual(["browser", "plan", "environment"]);
  expect(keysOf(environment, tag("os", "iOS"), tag("level", "error"))).toEqual([
    "os",
    "environment",
    "level",
  ]);
});

test("a tag with name and version replaces the name tag", () => {
  expect(
    keysOf(tag("browser.name", "Chrome", "Firefox"), tag("browser", "Chrome 142", "Firefox 144")),
  ).toEqual(["browser"]);
});

test("routes, releases, and browsers come first, three in total", () => {
  const differ = (key: string) => tag(key, "a", "b");
  expect(keysOf(...["url", "os", "browser", "release", "transaction"].map(differ))).toEqual([
    "transaction",
    "release",
    "browser",
  ]);
});
