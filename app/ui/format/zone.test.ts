import { expect, test } from "vitest";
import { moment } from "./ago.ts";
import { cookieOfZone, offsetOf, offsetText, zoneOfCookie } from "./zone.ts";

const summer = Date.UTC(2026, 6, 1, 12);
const winter = Date.UTC(2026, 11, 31, 23, 30, 5);

test.each([
  ["UTC", winter, "Dec 31, 23:30:05 UTC"],
  ["Europe/Berlin", summer, "Jul 1, 14:00:00 UTC+2"],
  ["Europe/Berlin", winter, "Jan 1, 00:30:05 UTC+1"],
  ["Asia/Kolkata", winter, "Jan 1, 05:00:05 UTC+5:30"],
  ["America/St_Johns", summer, "Jul 1, 09:30:00 UTC−2:30"],
])("%s at %d is %s", (zone, at, words) => {
  const offset = offsetOf(zone, at);
  expect(`${moment(at, offset)} ${offsetText(offset)}`).toBe(words);
});

test("a chosen time zone is kept, and an invalid one becomes UTC", () => {
  expect(zoneOfCookie("Europe/Berlin")).toEqual({ name: "Europe/Berlin", isChosen: true });
  expect(zoneOfCookie("~Europe/Berlin")).toEqual({ name: "Europe/Berlin", isChosen: false });
  for (const value of [undefined, "", "~", "a;b", "x".repeat(99)])
    expect(zoneOfCookie(value)).toEqual({ name: "UTC", isChosen: false });
  expect(offsetOf("Nowhere/None", summer)).toBe(0);
  expect(cookieOfZone({ name: "UTC", isChosen: false })).toBe("~UTC");
});
