import { expect, test } from "vitest";
import { routeOfEvent } from "./route-of-event.ts";

test("transactions that are routes link to them", () => {
  expect(routeOfEvent({ transaction: "GET /shop/:product/" })).toBe("/shop/:product");
  expect(routeOfEvent({ transaction: "/" })).toBe("/");
  for (const transaction of [
    undefined,
    "",
    "mail.send",
    "GET",
    "https://shop.example/cart",
    "get cart /x",
  ])
    expect(routeOfEvent({ transaction }), transaction).toBeUndefined();
});
