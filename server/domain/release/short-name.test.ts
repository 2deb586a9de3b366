import { expect, test } from "vitest";
import { versionParts } from "./short-name.ts";

test.each([
  ["web@1.2.3", "web@", "1.2.3", ""],
  ["@scope/web@1.2.3+build.7", "@scope/web@", "1.2.3", "+build.7"],
  ["9f2c1e4a77b0", "", "9f2c1e4", "a77b0"],
  [
    "web@9f2c1e4a77b09f2c1e4a77b09f2c1e4a77b09f2c",
    "web@",
    "9f2c1e4",
    "a77b09f2c1e4a77b09f2c1e4a77b09f2c",
  ],
  ["Black Friday", "", "Black Friday", ""],
  ["web@", "", "web@", ""],
  ["+1", "", "+1", ""],
])("%s", (version, before, short, after) => {
  expect(versionParts(version)).toEqual({ before, short, after });
  expect(before + short + after).toBe(version);
});
