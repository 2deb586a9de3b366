import { expect, test } from "vitest";
import { parentById, pathOfRouteId, wholeRoute } from "./route-id-path.ts";

test.each([
  ["root", "/"],
  ["routes/_index", "/"],
  ["routes/shop._index", "/shop"],
  ["routes/shop.product.$product.reviews", "/shop/product/:product/reviews"],
  ["routes/_auth.login", "/login"],
  ["routes/shop_.cart", "/shop/cart"],
  ["routes/files.$", "/files/*"],
  ["routes/($lang).about", "/:lang?/about"],
  ["routes/sitemap[.]xml", "/sitemap.xml"],
  ["routes/shop.cart/route", "/shop/cart"],
  ["routes/shop/index", "/shop"],
  ["routes/shop/$product", "/shop/:product"],
])("%s is %s", (routeId, path) => {
  expect(pathOfRouteId(routeId)).toBe(path);
});

test("an ID without a routes file has no path", () => {
  expect(pathOfRouteId("layouts/shop")).toBeUndefined();
  expect(pathOfRouteId("routes/")).toBeUndefined();
});

test("a route's parent has the longest ID that prefixes its own", () => {
  const others = new Set(["root", "routes/shop", "routes/shop.product", "routes/sho"]);
  expect(parentById("routes/shop.product.$product", others)).toBe("routes/shop.product");
  expect(parentById("routes/shop/cart", others)).toBe("routes/shop");
  expect(parentById("routes/shop_.cart", others)).toBeUndefined();
  expect(parentById("routes/shopping", others)).toBeUndefined();
});

test("a Remix request's route is its ID's where the span names the last part", () => {
  expect(wholeRoute("/cart", "routes/shop.cart")).toBe("/shop/cart");
  expect(wholeRoute("/shop/cart", "routes/cart")).toBe("/shop/cart");
  expect(wholeRoute("/orders", "routes/shop.cart")).toBe("/orders");
  expect(wholeRoute("/cart", undefined)).toBe("/cart");
});
