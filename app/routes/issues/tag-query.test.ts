import { expect, test } from "vitest";
import { tagOf, tagQuery } from "./tag-query.ts";

test("a tag is what stands before and after the first colon", () => {
  expect(tagOf("url:http://a/b c")).toEqual({ key: "url", value: "http://a/b c" });
  expect(tagOf("flag:")).toEqual({ key: "flag", value: "" });
  expect(tagOf("  ")).toBeUndefined();
  expect(tagOf("Chrome")).toBe("misread");
  expect(tagOf(":x")).toBe("misread");
});

test("a link to a tag's events reads back as that tag", () => {
  const tag = { key: "url", value: "http://a/?b=c&d" };
  expect(tagOf(new URLSearchParams(tagQuery(tag)).get("query")!)).toEqual(tag);
});
