import { expect, test } from "vitest";
import { missingThing } from "./missing-thing.ts";

test("an unknown path below a project names the missing object and its list", () => {
  expect(missingThing("/shop/issues/SHOP-912")).toEqual({
    heading: "Issue not found",
    all: { to: "/shop/issues", text: "View all issues" },
    name: "SHOP-912",
  });
  expect(missingThing("/shop/releases/web%402.4.1")).toMatchObject({
    heading: "Release not found",
    name: "web@2.4.1",
  });
  expect(missingThing("/shop/releases/web%4")).toMatchObject({ name: "web%4" });
  expect(missingThing("/shop/issues/SHOP-1/events/abc")).toBeUndefined();
  expect(missingThing("/shop/settings/keys")).toBeUndefined();
  expect(missingThing("/shop")).toBeUndefined();
});
