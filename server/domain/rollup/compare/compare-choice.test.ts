import { expect, test } from "vitest";
import { chooseReleases } from "./compare-choice.ts";

const seen = (release: string, firstAt: number) => ({ release, firstAt });
const chosen = (
  releases: { release: string; firstAt: number }[],
  from: string | null = null,
  to: string | null = null,
) => {
  const pair = chooseReleases(releases, { from, to });
  return pair && [pair.from.release, pair.to.release];
};

test("compares the newest release with the previous one, by version or first sight", () => {
  expect(chosen([seen("2.9.0", 3), seen("2.10.0", 2), seen("2.8.0", 1), seen("", 9)])).toEqual([
    "2.9.0",
    "2.10.0",
  ]);
  expect(chosen([seen("c0ffee", 1), seen("beef", 3), seen("f00d", 2)])).toEqual(["f00d", "beef"]);
  expect(chosen([seen("2.9.0", 3)])).toBeUndefined();
  expect(chosen([])).toBeUndefined();
});

test("releases in the URL are used, and missing ones replaced", () => {
  const releases = [seen("3", 3), seen("2", 2), seen("1", 1), seen("", 0)];
  expect(chosen(releases, "1", "3")).toEqual(["1", "3"]);
  expect(chosen(releases, "3", "1")).toEqual(["3", "1"]);
  expect(chosen(releases, null, "2")).toEqual(["1", "2"]);
  expect(chosen(releases, "3", null)).toEqual(["3", "2"]);
  expect(chosen(releases, "", "3")).toEqual(["", "3"]);
  expect(chosen(releases, "gone", "1")).toEqual(["3", "1"]);
});

test("a comparison never crosses packages", () => {
  const releases = [seen("web@2.0.0", 5), seen("api@3.1.0", 4), seen("api@3.0.0", 3), seen("", 0)];
  expect(chosen(releases), "the latest that has one before it").toEqual(["api@3.0.0", "api@3.1.0"]);
  expect(chosen(releases, "web@2.0.0", "api@3.1.0")).toEqual(["api@3.0.0", "api@3.1.0"]);
  expect(chosen(releases, "api@3.0.0")).toEqual(["api@3.0.0", "api@3.1.0"]);
  expect(chosen(releases, null, "web@2.0.0")).toBeUndefined();
  expect(chosen(releases, "", "web@2.0.0"), "what has no name has no package").toEqual([
    "",
    "web@2.0.0",
  ]);
});
