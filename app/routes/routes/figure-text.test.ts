import { expect, test } from "vitest";
import { changeText, percentileText, rateText, shareText } from "./figure-text.ts";

test("figures have readable precision", () => {
  expect([12_345.6, 99.6, 12.34, 3.21, 0.1, 0.0123, 0.001, 0].map(rateText)).toEqual([
    "12,346",
    "100",
    "12",
    "3.2",
    "0.1",
    "0.01",
    "<0.01",
    "0",
  ]);
  expect([0, 0.000_01, 0.0041, 0.0995, 0.121, 1].map(shareText)).toEqual([
    "0%",
    "<0.01%",
    "0.41%",
    "10%",
    "12%",
    "100%",
  ]);
  expect([0.0421, 7, 63.64, 99.97, 145.2, 999.96, 2_153].map(percentileText)).toEqual([
    "42 µs",
    "7.0 ms",
    "63.6 ms",
    "100 ms",
    "145 ms",
    "1.00 s",
    "2.15 s",
  ]);
  expect([0.38, -0.12, 13, 8.9].map(changeText)).toEqual(["+38%", "−12%", "×14", "+890%"]);
});
