import { expect, test } from "vitest";
import { risesOf } from "./budgets-of-week.ts";

const risesIn = (...steps: (boolean | undefined)[]) =>
  risesOf(steps.map((isOver, at) => ({ at, isOver })));

test("a threshold is exceeded again only after a value below it", () => {
  expect(risesIn()).toEqual([]);
  expect(risesIn(true, true, undefined, true)).toEqual([0]);
  expect(risesIn(undefined, false, true, undefined, false, true)).toEqual([2, 5]);
});
