import { expect, test } from "vitest";
import { routeOfAddress } from "./route-of-address.ts";

test.each<[string, unknown, string | undefined]>([
  // As sent by Sentry's React Router SDK for browser errors, with the header of their envelope.
  ["/shop/product/broken", "/shop/product/:product", "/shop/product/:product"],
  ["/users/7/posts", "/users/[id]/posts", "/users/[id]/posts"],
  ["GET /users/7", "GET /users/:id", undefined],
  ["/shop/cart", "/shop/product/:product", undefined],
  ["/shop/product/", "/shop/product/:product", undefined],
  ["/shop/product/a/reviews", "/shop/product/:product", undefined],
  ["/shop/cart", "/shop/cart", undefined],
  ["/shop/cart", "/{*splat}", undefined],
  ["checkout", "/shop/:page", undefined],
  ["/shop/cart", undefined, undefined],
])("%s in a trace of %s belongs to the route %s", (address, transaction, route) => {
  expect(routeOfAddress(address, transaction)).toBe(route);
});
