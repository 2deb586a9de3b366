import { expect, test } from "vitest";
import { dataRequestOf } from "./router-request.ts";

test.each([
  ["https://shop.example/cart.data", "GET", "navigation"],
  ["/cart.data?page=2", undefined, "navigation"],
  ["/cart.data?_routes=routes%2Fcart", "GET", "fetch"],
  ["/cart.data", "POST", "submit"],
  ["/cart", "GET", undefined],
  ["/export?file=a.data", "GET", undefined],
  ["/__manifest?p=%2Fcart", "GET", undefined],
])("%s by %s is a %s", (target, method, request) =>
  expect(dataRequestOf(target, method)).toBe(request),
);
