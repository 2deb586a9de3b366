import { expect, test } from "vitest";
import { isKept, keptWholePerMinute, strideOf } from "./thinning.ts";

const plain = { isLast: false, isRare: false, isReferredTo: false };
const keptOf = (count: number) =>
  Array.from({ length: count }, (_, at) => isKept({ ...plain, nth: at + 1 })).filter(Boolean)
    .length;

test("an issue below the limit keeps every event", () => {
  expect(keptOf(keptWholePerMinute)).toBe(keptWholePerMinute);
});

test("above the limit the stride doubles with the number of events", () => {
  expect([10_001, 20_000, 20_001, 40_001, 80_001].map(strideOf)).toEqual([2, 2, 4, 8, 16]);
  expect(keptOf(20_000)).toBe(15_000);
  expect(keptOf(100_000)).toBeLessThan(keptOf(10_000) * 3);
  expect(keptOf(1_000_000)).toBeLessThan(50_000);
});

test.each(["isLast", "isRare", "isReferredTo"])(
  "whatever %s is kept in the largest burst",
  (why) => {
    const nth = 1_000_001;
    expect(isKept({ ...plain, nth })).toBe(false);
    expect(isKept({ ...plain, nth, [why]: true })).toBe(true);
  },
);
