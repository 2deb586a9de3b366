import { expect, test } from "vitest";
import { basePath, localPath } from "./local-path.ts";

test("a form redirects only to paths of this site", () => {
  expect(localPath("/shop/issues?query=is%3Aopen#top")).toBe("/shop/issues?query=is%3Aopen");
  expect(localPath("/a/../b")).toBe("/b");
  for (const away of [
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "/.//evil.example",
    "javascript:1",
    "",
    null,
    7,
  ])
    expect(localPath(away), String(away)).toBeUndefined();
});

test("the base path comes from the public URL", () => {
  expect(basePath({ publicUrl: "https://spoor.example" })).toBe("");
  expect(basePath({ publicUrl: "https://spoor.example/errors" })).toBe("/errors");
});
