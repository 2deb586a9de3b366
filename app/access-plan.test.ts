import { expect, test } from "vitest";
import { type BuiltRoute, planAccess } from "./access-plan.ts";

const page = (id: string, more: Partial<BuiltRoute> = {}): BuiltRoute => ({
  id,
  module: { default: 1 },
  ...more,
});
const built = (...all: BuiltRoute[]) => Object.fromEntries(all.map((route) => [route.id, route]));

const root = page("root", { path: "" });
const frame = page("frame", { parentId: "root" });
const home = page("home", { parentId: "frame", index: true });
const shop = page("shop", {
  parentId: "root",
  path: ":project",
  module: { default: 1, action: 1 },
});
const shopIndex = page("shop-index", { parentId: "shop", index: true });
const cart = page("cart", { parentId: "shop", path: "cart", module: { action: 1 } });
const rules = {
  root: { read: "public" },
  frame: { read: "public" },
  home: { read: "viewer" },
  shop: { read: "project:read", post: "project:change" },
  "shop-index": { read: "issue:read" },
  cart: { read: "issue:read", post: { comment: "issue:comment", resolve: "issue:triage" } },
} as const;

test("a page needs the permissions of all its routes; a post needs its action's", () => {
  const plan = planAccess(built(root, frame, home, shop, shopIndex, cart), rules);
  expect(Object.fromEntries(plan)).toEqual({
    "/": { read: ["public", "viewer"] },
    // A post to the project goes to the layout, unless it names the index.
    ":project": { read: ["public", "project:read", "issue:read"], post: "project:change" },
    ":project/cart": {
      read: ["public", "project:read", "issue:read"],
      post: rules.cart.post,
      indexPost: rules.cart.post,
    },
  });
});

test("mismatched routes and rules are refused by name", () => {
  const secret = page("secret", { parentId: "root", path: "secret" });
  const all = [root, frame, home, shop, shopIndex, cart];
  expect(() => planAccess(built(...all, secret), rules)).toThrow("The route secret has no rule");
  const acting = page("home", { ...home, module: { default: 1, action: 1 } });
  expect(() => planAccess(built(root, frame, acting, shop, shopIndex, cart), rules)).toThrow(
    "route home has an action",
  );
  expect(() => planAccess(built(root, frame, home, shop, cart), rules)).toThrow(
    "rule for shop-index",
  );
});
