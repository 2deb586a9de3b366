import { expect, test } from "vitest";
import { nearestOf } from "./nearest.ts";
import { nearValues } from "./near-values.ts";

test.each([
  ["prod", ["staging", "production"], ["production"]],
  [
    "bob",
    ["Ada Lind", "Bob Stone", "ada@x.example", "bob@x.example"],
    ["Bob Stone", "bob@x.example"],
  ],
  ["/chekout", ["/cart", "/checkout", "/checkout/done"], ["/checkout", "/checkout/done"]],
  ["Chorme", ["Chrome", "Chromium", "Safari"], ["Chrome"]],
  ["x", ["xylophone"], []],
  ["nothing", ["alike"], []],
])("%s suggests some of %j", (typed, values, meant) =>
  expect(nearValues(typed, values)).toEqual(meant),
);

test.each([
  ["emial", ["email.sent", "user.email", "times"], "user.email"],
  ["browsr", ["browser", "browser.name"], "browser"],
  ["tpye", ["error.type", "type.error"], "error.type"],
  ["tape", ["tapes", "error.type"], "tapes"],
])("the nearest key to %s, by full name or last part", (typed, names, nearest) =>
  expect(nearestOf(typed, names)).toBe(nearest),
);
