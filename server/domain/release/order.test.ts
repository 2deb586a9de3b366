import { expect, test } from "vitest";
import { isNewerRelease, newestRelease, previousRelease } from "./order.ts";

test.each([
  ["web@1.2.10", "web@1.2.9", true],
  ["web@1.2.9", "web@1.2.10", false],
  ["web@1.2.3", "web@1.2.3", false],
  ["1.0.0", "1.0.0-beta.2", true],
  ["1.0.0-beta.11", "1.0.0-beta.2", true],
  ["2026.11.3", "2026.11.2", true],
  ["v2.0.0", "1.9.9+build.7", true],
])("%s newer than %s: %s", (a, b, expected) => {
  expect(isNewerRelease(a, b)).toBe(expected);
});

test("names that tell nothing compare as unknown", () => {
  expect(isNewerRelease("9f2c1e4", "1b77a90")).toBeUndefined();
  expect(isNewerRelease("web@2.0.0", "api@1.0.0")).toBeUndefined();
});

test("the newest of a project is the newest of the same package, by name where names tell", () => {
  const lastSeenFirst = ["web@1.9.1", "api@3.0.0", "web@2.0.0", "web@1.9.0"];
  expect(newestRelease(lastSeenFirst, "web@1.9.0")).toBe("web@2.0.0");
  expect(newestRelease(lastSeenFirst, "api@1.0.0")).toBe("api@3.0.0");
  expect(newestRelease(["9f2c1e4", "1b77a90"], "1b77a90")).toBe("9f2c1e4");
  expect(newestRelease([], "web@1")).toBeUndefined();
});

test("the release before one is the next older of its package, by name where names tell", () => {
  const known = ["web@1.9.0", "web@2.0.0", "api@3.0.0", "web@1.10.0", "9f2c1e4", "1b77a90"].map((version, index) => ({
    ...{ version, firstSeen: index },
  }));
  const before = (version: string) =>
    previousRelease(
      known.find((each) => each.version === version)!,
      known,
    )?.version;
  expect(before("web@2.0.0")).toBe("web@1.10.0");
  expect(before("web@1.10.0")).toBe("web@1.9.0");
  expect(before("web@1.9.0")).toBeUndefined();
  expect(before("1b77a90")).toBe("9f2c1e4");
  expect(before("api@3.0.0"), "of another package, where there is none of its own").toBe("web@2.0.0");
});
