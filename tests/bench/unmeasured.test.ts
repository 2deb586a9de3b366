import { expect, test } from "vitest";
import type { Figure } from "./figure.ts";
import type { Results } from "./results.ts";
import { wholeRunOnly } from "./suite.ts";
import { addTo, carryOver, withTheRest } from "./unmeasured.ts";

const machine = {
  cpu: "a",
  cores: 2,
  memoryGiB: 8,
  node: "v24",
  date: "2026-11-21T10:00:00Z",
  load: 0,
};
const figure: Figure = {
  name: "npm ci, without the node package",
  value: 20,
  unit: "s",
  floor: null,
  ratio: null,
  budget: "≤ 30 s",
  met: true,
  spread: { least: 20, greatest: 20, values: 1 },
};
const left = { name: figure.name, why: wholeRunOnly };
const quick: Results = {
  machine: { ...machine, date: "2026-11-23T10:00:00Z" },
  run: "quick",
  figures: [],
  unmeasured: [left],
};
const whole: Results = { machine, run: "whole", figures: [figure], unmeasured: [] };

test("a quick run shows the last full run's figures with their day", () => {
  const carried = { ...figure, measuredOn: "2026-11-21" };
  const first = carryOver(quick, whole);
  expect(first).toEqual({ ...quick, figures: [carried], unmeasured: [] });
  expect(carryOver(quick, first).figures).toEqual([carried]);
});

test("later measurements replace older figures and reasons with their day", () => {
  const afterwards: Results = { ...whole, machine: { ...machine, date: "2026-11-24T10:00:00Z" } };
  const added = { ...quick, figures: [{ ...figure, measuredOn: "2026-11-24" }], unmeasured: [] };
  expect(addTo(quick, afterwards)).toEqual(added);
  expect(addTo(carryOver(quick, whole), afterwards)).toEqual(added);
  expect(addTo(quick, { ...afterwards, figures: [] }), "a suite that failed").toEqual(quick);
});

test("a figure from another machine names it beside the day", () => {
  const [added] = addTo(whole, { ...whole, machine: { ...machine, cpu: "b" } }).figures;
  expect(added).toEqual({ ...figure, measuredOn: "2026-11-21 on 2 cores (b)" });
});

test("no figure is carried over from another machine, a quick run, or a failed measurement", () => {
  expect(carryOver(quick, { ...whole, machine: { ...machine, cores: 4 } })).toEqual(quick);
  expect(carryOver(quick, { ...whole, run: "quick" })).toEqual(quick);
  const failed = { ...quick, unmeasured: [{ ...left, why: "its suite failed" }] };
  expect(carryOver(failed, whole)).toEqual(failed);
});

test("every figure has a value or a reason", () => {
  const { figures, unmeasured } = withTheRest(whole);
  expect(figures).toEqual([figure]);
  expect(unmeasured.map(({ why }) => why)).toContain("its suite failed");
  expect(unmeasured.map(({ name }) => name)).not.toContain(figure.name);
});
