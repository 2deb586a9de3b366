import { expect, test } from "vitest";
import { connectionBounds, isBounded, readOpenFileLimit } from "./connection-bounds.ts";

test.each([
  { openFiles: Infinity, all: 8_192, perAddress: 2_048 },
  { openFiles: 524_288, all: 8_192, perAddress: 2_048 },
  { openFiles: 1_024, all: 512, perAddress: 128 },
  { openFiles: 128, all: 64, perAddress: 32 },
  { openFiles: 10, all: 8, perAddress: 4 },
])(
  "with $openFiles open files, $all connections are allowed, $perAddress per address",
  ({ openFiles, ...bounds }) => {
    expect(connectionBounds({}, openFiles)).toEqual(bounds);
  },
);

test("settings apply up to the limit of open files", () => {
  expect(connectionBounds({ connections: 100, connectionsPerAddress: 7 }, 1_024)).toEqual({
    all: 100,
    perAddress: 7,
  });
  expect(connectionBounds({ connections: 100_000 }, 4_096)).toEqual({
    all: 3_328,
    perAddress: 832,
  });
});

test.each([
  ["203.0.114.9", true],
  ["::ffff:8.8.8.8", true],
  ["2a00:1450::5", true],
  ["127.0.0.1", false],
  ["::1", false],
  ["::ffff:10.2.3.4", false],
  ["192.168.1.1", false],
  ["", false],
])("%s has its own limit: %s", (address, expected) => {
  expect(isBounded(address)).toBe(expected);
});

test("the system reports the limit of open files", () => {
  expect(readOpenFileLimit()).toBeGreaterThan(16);
});
