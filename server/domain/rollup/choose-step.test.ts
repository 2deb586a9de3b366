import { expect, test } from "vitest";
import { chooseStep } from "./choose-step.ts";
import { type Tier, tierMs } from "./tier.ts";

const window = (days: number, unit: Tier) => ({ since: 0, until: days * tierMs.day, unit });

test("steps suit the window and are never finer than its source", () => {
  expect(chooseStep(window(1 / 24, "5-minutes"), 60)).toEqual({ unit: "5-minutes", every: 1 });
  expect(chooseStep(window(1, "5-minutes"), 60)).toEqual({ unit: "5-minutes", every: 6 });
  expect(chooseStep(window(1, "5-minutes"), 30)).toEqual({ unit: "hour", every: 1 });
  expect(chooseStep(window(1 / 24, "hour"), 60)).toEqual({ unit: "hour", every: 1 });
  expect(chooseStep(window(7, "hour"), 60)).toEqual({ unit: "hour", every: 3 });
  expect(chooseStep(window(30, "day"), 60)).toEqual({ unit: "day", every: 1 });
  expect(chooseStep(window(365, "day"), 60)).toEqual({ unit: "day", every: 7 });
  expect(chooseStep(window(365, "day"), 30)).toEqual({ unit: "day", every: 7 });
});
