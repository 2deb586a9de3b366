import { expect, test } from "vitest";
import { TagRoom } from "./tag-room.ts";

test("a project takes values up to its limit; what was deleted since is noticed after a while", () => {
  const room = new TagRoom(10);
  expect(room.isUnknown(1, 0)).toBe(true);
  room.read(1, 8, 0);
  for (const isRoom of [true, true, false]) {
    expect(room.has(1)).toBe(isRoom);
    if (isRoom) room.take(1);
  }
  expect(room.isUnknown(1, 60_000)).toBe(false);
  expect(room.isUnknown(1, 600_001)).toBe(true);
  room.read(1, 3, 600_001);
  expect(room.has(1)).toBe(true);
});
