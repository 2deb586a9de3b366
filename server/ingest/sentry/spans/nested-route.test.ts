import { expect, test } from "vitest";
import { nameWithRoute, nestedRoute } from "./nested-route.ts";

const ofRemix = "auto.http.otel.remix";

test.each([
  ["cart", "http://localhost/shop/cart.data", ofRemix, "/shop/cart"],
  ["product/:product", "http://localhost/shop/product/lamp", ofRemix, "/shop/product/:product"],
  [
    "/cart",
    "http://localhost/shop/7/cart?a=b",
    "auto.http.react_router.instrumentation_api",
    "/shop/:id/cart",
  ],
  ["/cart", "http://localhost/shop/cart", "auto.pageload.react_router", "/shop/cart"],
  ["search", "http://localhost/__manifest?p=%2Fsearch", ofRemix, "/__manifest"],
  ["/shop/cart", "http://localhost/shop/cart", ofRemix, undefined],
  ["/", "http://localhost/shop", ofRemix, undefined],
  ["product/:product", "http://localhost/shop/cart", ofRemix, undefined],
  ["cart", "http://localhost/shop/cart", "auto.http.otel.http", undefined],
])("the route %s of %s by %s is %s", (route, url, origin, whole) => {
  expect(nestedRoute({ "http.route": route, "url.full": url }, origin)).toBe(whole);
});

test.each([
  ["GET cart", "/shop/cart", "GET /shop/cart"],
  ["/cart", "/shop/cart", "/shop/cart"],
  ["POST product/:id", "/shop/product/:id", "POST /shop/product/:id"],
  ["checkout", "/shop/cart", "checkout"],
])("the name %s with the route %s is %s", (name, route, shown) =>
  expect(nameWithRoute(name, route)).toBe(shown),
);
