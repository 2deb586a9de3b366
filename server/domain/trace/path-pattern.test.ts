import { expect, test } from "vitest";
import { nameWithoutIds, pathInName, patternOfPath, patternOfRoute } from "./path-pattern.ts";

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
  ["/browse/SHOP-142", "/browse/:id"],
  ["/orders/order-48213", "/orders/:id"],
  ["/avatars/48213.png", "/avatars/:id.png"],
  ["/assets/index-B_jslZTw.js", "/assets/index-*.js"],
  ["/assets/entry.client-DkD2vBUF.js", "/assets/entry.client-*.js"],
  ["/img/V1StGXR8_Z5jdHi6B-myT.png", "/img/:id.png"],
  ["/login/eyJhbGciOiJ1.eyJzdWIi.SflKxwRJ", "/login/:id"],
  ["/s/V1StGXR8_Z5jdHi6B-myT", "/s/:id"],
  ["/invite/mira@example.com", "/invite/:id"],
  ["/products/blue-shirt", "/products/blue-shirt"],
  ["/users/:id/orders/[order]", "/users/:id/orders/[order]"],
])("%s is the page %s", (path, page) => {
  expect(patternOfPath(path)).toBe(page);
});

test.each([
  ["/users/18", "/users/:id"],
  ["/:lang?/shop/*", "/:lang?/shop/*"],
  ["/a/b/c/d/e/f/g/h/i/j/12", "/a/b/c/d/e/f/g/h/i/j/:id"],
])("a sender's route %s is %s", (route, pattern) => expect(patternOfRoute(route)).toBe(pattern));

test.each([
  ["GET /users/18?tab=a", "/users/18"],
  ["https://shop.example", "/"],
  ["POST https://shop.example/cart#top", "/cart"],
  ["checkout", undefined],
])("the path in %s is %s", (name, path) => expect(pathInName(name)).toBe(path));

test.each([
  ["import order 48213", "import order :id"],
  ["send 0f8fad5b-d9cb-469f-a165-70867728950e", "send :id"],
  ["report 12 of 2", "report 12 of 2"],
  ["queue v2.1084", "queue v2.1084"],
])("the name %s without ids is %s", (name, shown) => expect(nameWithoutIds(name)).toBe(shown));
