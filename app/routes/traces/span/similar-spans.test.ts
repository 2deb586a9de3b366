import { expect, test } from "vitest";
import { shownSimilar } from "./similar-spans.ts";

const similar = (durationsMs: number[]) => ({ durationsMs, traces: 2 });

test("counts similar spans by duration, with this span on the axis", () => {
  const shown = shownSimilar(similar([10, 10, 11, 12, 14]), 80)!;
  expect(shown).toMatchObject({ count: 5, traces: 2, faster: 5 });
  expect(shown.bars.reduce((sum, { count }) => sum + count, 0)).toBe(5);
  expect(shown.bars.length).toBeLessThanOrEqual(20);
  expect(shown.bars.at(-1)!.to).toBeGreaterThanOrEqual(80);
});

test("shows no distribution of fewer than five spans", () => {
  expect(shownSimilar(similar([1, 2, 3, 4]), 2)).toBeUndefined();
});

test("includes spans without a duration", () => {
  expect(shownSimilar(similar([0, 0, 0, 0, 0]), 0)).toMatchObject({ count: 5, faster: 0 });
});
