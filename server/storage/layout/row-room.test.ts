import { expect, test } from "vitest";
import { RowRoom } from "./row-room.ts";

test("a place accepts rows up to its limit, and deletions are noticed later", () => {
  const room = new RowRoom(10);
  expect(room.isUnknown("a", 0)).toBe(true);
  room.read("a", 8, 0);
  for (const isRoom of [true, true, false]) {
    expect(room.has("a")).toBe(isRoom);
    if (isRoom) room.take("a");
  }
  expect(room.isUnknown("a", 60_000)).toBe(false);
  expect(room.isUnknown("a", 600_001)).toBe(true);
  room.read("a", 3, 600_001);
  expect(room.has("a")).toBe(true);
});
