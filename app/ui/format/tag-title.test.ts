import { expect, test } from "vitest";
import { tagTitle } from "./tag-title.ts";

test.each([
  ["release", "Release"],
  ["os", "OS"],
  ["os.name", "OS name"],
  ["cart_size", "Cart size"],
  ["video", "Video"],
])("the tag %s has the title %s", (key, title) => {
  expect(tagTitle(key)).toBe(title);
});
