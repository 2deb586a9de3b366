import { expect, test } from "vitest";
import { tagOf, tagQuery } from "./tag-query.ts";

test("a tag is what stands before and after the first colon, in quotes or not", () => {
  expect(tagOf("url:http://a/b c")).toEqual({ key: "url", value: "http://a/b c" });
  expect(tagOf('browser:"Chrome 131"')).toEqual({ key: "browser", value: "Chrome 131" });
  expect(tagOf("flag:")).toEqual({ key: "flag", value: "" });
  expect(tagOf("  ")).toBeUndefined();
  expect(tagOf("Chrome")).toBe("misread");
  expect(tagOf(":x")).toBe("misread");
});

test.each([
  { key: "url", value: "http://a/?b=c&d" },
  { key: "browser", value: "Chrome 131" },
  { key: "level", value: "error" },
  { key: "odd key", value: 'says "no"' },
  { key: "flag", value: "" },
])("a link to a tag's events reads back as that tag: %j", (tag) => {
  expect(tagOf(new URLSearchParams(tagQuery(tag)).get("query")!)).toEqual(tag);
});
