import { expect, test } from "vitest";
import { mapUrlOf, parseDebugId, tildeUrl } from "./asset-name.ts";

test.each([
  ["https://shop.example/assets/a.js?v=1#x", "~/assets/a.js"],
  ["~/assets/a.js", "~/assets/a.js"],
  ["/assets/a.js", "~/assets/a.js"],
  ["app:///dist/server.js", "~/dist/server.js"],
  ["assets/a.js", "~/assets/a.js"],
])("%s is %s at any origin", (url, tilde) => expect(tildeUrl(url)).toBe(tilde));

test.each([
  ["https://shop.example/assets/a.js", "a.js.map", "~/assets/a.js.map"],
  ["~/assets/a.js", "../maps/a.js.map?x", "~/maps/a.js.map"],
  ["~/assets/a.js", "https://maps.example/a.js.map", "~/a.js.map"],
  ["~/a.js", "../../../../etc/a.map", "~/etc/a.map"],
])("the map of %s at %s is %s", (file, said, url) => expect(mapUrlOf(file, said)).toBe(url));

test("debug IDs are UUIDs, with or without dashes, in lower case", () => {
  const id = "5f893743-2cd7-4d06-b95b-f56d6842e40f";
  expect(parseDebugId(id.replaceAll("-", "").toUpperCase())).toBe(id);
  expect(parseDebugId("not one")).toBeUndefined();
});
