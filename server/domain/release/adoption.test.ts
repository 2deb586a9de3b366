import { expect, test } from "vitest";
import { adoptionText, isMeasured, latestShare } from "./adoption.ts";

test("the current share comes first, the day's share after it", () => {
  const adoption = { part: 32, whole: 100, now: { part: 12, whole: 12 } };
  expect(adoptionText(adoption)).toBe("100% adoption, 32% in 24 h");
  expect(latestShare(adoption)).toEqual({ part: 12, whole: 12 });
});

test("with too little data now, only the day's share is shown", () => {
  const adoption = { part: 32, whole: 100 };
  expect(adoptionText(adoption)).toBe("32% adoption, 24 h");
  expect(latestShare(adoption)).toEqual(adoption);
});

test("a release of a service that sends no sessions has no adoption", () => {
  expect(isMeasured({ part: 0, whole: 5841 }, false)).toBe(false);
  expect(isMeasured({ part: 0, whole: 5841 }, true)).toBe(true);
  expect(isMeasured({ part: 3, whole: 5841 }, false)).toBe(true);
  expect(isMeasured({ part: 0, whole: 0 }, true)).toBe(false);
});
