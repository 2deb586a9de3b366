import { expect, test } from "vitest";
import { withoutContentHash } from "./content-hash.ts";

test.each([
  ["index-B_jslZTw.js", "index-*.js"],
  ["routes-home-DxY1a2b3.js", "routes-home-*.js"],
  ["entry.client-C0ffee-Q.js", "entry.client-*.js"],
  ["chunk-QWERTYUI.js", "chunk-*.js"],
  ["main.8f3c2a1b.chunk.js", "main.8f3c2a1b.chunk.js"],
  ["page-0a1b2c3d4e5f6a7b.js", "page-*.js"],
  ["app.3b9f1d2e4c5a6b7c8d9e.css", "app.*.css"],
  ["asyncContextStrategy-BQfM_LMv", "asyncContextStrategy-*"],
])("%s → %s", (name, expected) => {
  expect(withoutContentHash(name)).toBe(expected);
});

test.each([
  "checkout.js",
  "shopping-cart.js",
  "page-checkout.js",
  "page-userInfo.js",
  "page-version2.js",
  "jquery-3.7.1.min.js",
  "async-local-storage.mjs",
  "notify_action",
  "report-20261121.js",
])("%s has none", (name) => {
  expect(withoutContentHash(name)).toBe(name);
});
