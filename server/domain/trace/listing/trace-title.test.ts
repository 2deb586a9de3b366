import { expect, test } from "vitest";
import { traceTitle } from "./trace-title.ts";

test.each([
  ["GET", "/shop/cart", "GET /shop/cart"],
  ["HTTP POST", "/shop/cart", "POST /shop/cart"],
  ["GET http://127.0.0.1:36301/", "/", "GET /"],
  ["GET cart", "/shop/cart", "GET /shop/cart"],
  ["GET /users/7", "/users/:id", "GET /users/:id"],
  ["GET /shop/cart", "/shop/cart", "GET /shop/cart"],
  ["POST /graphql AddToCart", "/graphql", "POST /graphql AddToCart"],
  ["documentLoad", "/shop", "documentLoad"],
  ["GET", undefined, "GET"],
  ["navigate /checkout", "/checkout", "/checkout navigation"],
  ["submit /checkout", "/checkout", "/checkout submit"],
  ["navigate /checkout", undefined, "navigate /checkout"],
])("%s of the route %s is named %s", (name, route, title) => {
  expect(traceTitle({ name, ...(route !== undefined && { route }) })).toBe(title);
});

test("a page load is named so for any root span", () => {
  expect(traceTitle({ name: "GET", route: "/shop/cart" }, { isDocument: true })).toBe(
    "/shop/cart page load",
  );
  expect(traceTitle({ name: "documentLoad", route: "/shop" }, { isDocument: true })).toBe(
    "/shop page load",
  );
});
