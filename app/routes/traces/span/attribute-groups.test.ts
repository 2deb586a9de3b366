import { expect, test } from "vitest";
import { attributeGroups } from "./attribute-groups.ts";

test("attributes are grouped in a fixed order and sorted by name", () => {
  const groups = attributeGroups({
    "cart.lines": 3,
    "url.full": "https://shop.example/",
    "db.query.text": "SELECT 1",
    "http.route": "/cart",
    "react_router.route.id": "routes/cart",
    "db.system.name": "sqlite",
    "": "no name",
  });
  expect(groups.map(({ title, pairs }) => [title, ...pairs.map(([key]) => key)])).toEqual([
    ["Route", "react_router.route.id"],
    ["HTTP", "http.route", "url.full"],
    ["Database", "db.query.text", "db.system.name"],
    ["Attributes", "", "cart.lines"],
  ]);
  expect(attributeGroups({})).toEqual([]);
});
