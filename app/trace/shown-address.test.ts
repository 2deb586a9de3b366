import { expect, test } from "vitest";
import { createShownAddress, withoutAddresses } from "./shown-address.ts";

test("with the rule `route`, an unknown route leaves no path", () => {
  const shown = createShownAddress("route");
  expect(shown.path("/reset/abc", "/reset/:token")).toEqual({ "url.path": "/reset/:token" });
  expect(shown.path("/reset/abc", undefined)).toEqual({});
  expect(createShownAddress().path("/shop/lamp", "/shop/:product")).toEqual({
    "url.path": "/shop/lamp",
  });
});

test.each([
  [
    "at f (https://a.example/assets/entry-x1.js:1:20)",
    "at f (https://a.example/assets/entry-x1.js:1:20)",
  ],
  ["at https://a.example/reset/abc:12:3", "at https://a.example/…"],
  ['No route matches URL "/reset/abc"', 'No route matches URL "/…"'],
  ["at https://a.example/a.js?token=abc:1:2", "at https://a.example/a.js:1:2"],
  ["a/b is no address of a page", "a/… is no address of a page"],
  ["no address at all", "no address at all"],
])("%s", (text, kept) => expect(withoutAddresses(text)).toBe(kept));
