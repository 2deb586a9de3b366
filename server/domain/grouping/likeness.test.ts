import { expect, test } from "vitest";
import { type Features, likenessOf } from "./likeness.ts";

const pay: Features = {
  type: "TypeError",
  value: "cart 7 is undefined",
  culprit: "POST /pay",
  frames: ["a", "b", "c", "d"],
};

test("what two issues share is said, and weighs by how much it tells", () => {
  expect(likenessOf(pay, pay)).toEqual({
    score: 100,
    because: ["same top 3 frames", "both TypeError", "same message", "same place"],
  });
  expect(likenessOf(pay, { ...pay, value: "cart 8 is undefined", type: "Error" })).toEqual({
    score: 85,
    because: ["same top 3 frames", "other type", "nearly the same message", "same place"],
  });
  expect(likenessOf(pay, { ...pay, frames: ["x", "a"], value: "timeout" })).toMatchObject({
    because: ["1 of the frames in both", "both TypeError", "other message", "same place"],
  });
  expect(likenessOf(pay, { type: "", value: "", culprit: "", frames: [] }).score).toBe(0);
});

test("it is the same from both sides", () => {
  const other: Features = { type: "TypeError", value: "cart is gone", culprit: "", frames: ["c", "a"] };
  expect(likenessOf(pay, other).score).toBe(likenessOf(other, pay).score);
});
