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
])("%s of the route %s is called %s", (name, route, title) => {
  expect(traceTitle({ name, ...(route !== undefined && { route }) })).toBe(title);
});
