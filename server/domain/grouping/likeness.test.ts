import { expect, test } from "vitest";
import { type Features, likenessOf } from "./likeness.ts";

const pay: Features = {
  type: "TypeError",
  value: "cart 7 is undefined",
  culprit: "POST /pay",
  frames: ["a", "b", "c", "d"],
};

test("shared properties of two issues are listed with weights", () => {
  expect(likenessOf(pay, pay)).toEqual({
    score: 100,
    because: ["same top 3 frames", "both TypeError", "same message", "same culprit"],
  });
  expect(likenessOf(pay, { ...pay, value: "cart 8 is undefined", type: "Error" })).toEqual({
    score: 85,
    because: ["same top 3 frames", "different type", "similar message", "same culprit"],
  });
  expect(likenessOf(pay, { ...pay, frames: ["x", "a"], value: "timeout" })).toMatchObject({
    because: ["1 shared frame", "both TypeError", "different message", "same culprit"],
  });
  expect(likenessOf(pay, { type: "", value: "", culprit: "", frames: [] }).score).toBe(0);
});

test("similarity is symmetric", () => {
  const other: Features = {
    type: "TypeError",
    value: "cart is gone",
    culprit: "",
    frames: ["c", "a"],
  };
  expect(likenessOf(pay, other).score).toBe(likenessOf(other, pay).score);
});
