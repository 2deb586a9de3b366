import { expect, test } from "vitest";
import { pageOfPath } from "./page-path.ts";

test.each([
  ["/", "/"],
  ["", "/"],
  ["/orders/42", "/orders/:id"],
  ["/orders/42/lines/7?tab=notes#top", "/orders/:id/lines/:id"],
  ["/orders/42/", "/orders/:id"],
  ["/u/0f8fad5b-d9cb-469f-a165-70867728950e/edit", "/u/:id/edit"],
  ["/commit/1f2e3d4c", "/commit/:id"],
  ["/d/1a2B3c4D5e6F7g8H9", "/d/:id"],
  ["/log/2026-11-21", "/log/:id"],
  ["/v2/iso-9001/facade/2-for-1", "/v2/iso-9001/facade/2-for-1"],
  ["/a/b/c/d/e/f/g/h/i/j", "/a/b/c/d/e/f/g/h/…"],
])("%s is the page %s", (path, page) => {
  expect(pageOfPath(path)).toBe(page);
});
