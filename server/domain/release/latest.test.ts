import { expect, test } from "vitest";
import { latestReleases, newestFirst, newestRelease, previousRelease } from "./latest.ts";

const lastSeenFirst = ["web@1.9.1", "api@3.0.0", "web@2.0.0", "web@1.9.0"];

test("the latest release is per package, by version where versions have order", () => {
  expect(newestRelease(lastSeenFirst, "web@1.9.0")).toBe("web@2.0.0");
  expect(newestRelease(lastSeenFirst, "api@1.0.0")).toBe("api@3.0.0");
  expect(newestRelease(["9f2c1e4", "1b77a90"], "1b77a90")).toBe("9f2c1e4");
  expect(newestRelease([], "web@1")).toBeUndefined();
});

test("packages do not affect each other", () => {
  expect(newestRelease(lastSeenFirst, "docs@1.0.0")).toBeUndefined();
  expect(newestRelease(lastSeenFirst, undefined)).toBe("web@2.0.0");
});

test("a list keeps package positions and puts each latest first", () => {
  const versionOf = (version: string) => version;
  expect(newestFirst(lastSeenFirst, versionOf)).toEqual([
    "web@2.0.0",
    "api@3.0.0",
    "web@1.9.1",
    "web@1.9.0",
  ]);
  expect(newestFirst(["1.0.0", "c0ffee", "2.0.0", "1.9.9"], versionOf)).toEqual([
    "2.0.0",
    "c0ffee",
    "1.9.9",
    "1.0.0",
  ]);
  expect(latestReleases(lastSeenFirst)).toEqual(["web@2.0.0", "api@3.0.0"]);
  expect(latestReleases(lastSeenFirst)[0]).toBe(newestFirst(lastSeenFirst, versionOf)[0]);
  expect(newestFirst([], versionOf)).toEqual([]);
});

test("the previous release is the next older of its package", () => {
  const known = ["web@1.9.0", "web@2.0.0", "api@3.0.0", "web@1.10.0", "9f2c1e4", "1b77a90"].map(
    (version, index) => ({
      version,
      firstSeen: index,
    }),
  );
  const before = (version: string) =>
    previousRelease(
      known.find((each) => each.version === version)!,
      known,
    )?.version;
  expect(before("web@2.0.0")).toBe("web@1.10.0");
  expect(before("web@1.10.0")).toBe("web@1.9.0");
  expect(before("web@1.9.0")).toBeUndefined();
  expect(before("1b77a90")).toBe("9f2c1e4");
  expect(before("api@3.0.0"), "none of another package").toBeUndefined();
});
