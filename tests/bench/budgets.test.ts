import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { budgets, figureNames } from "./budgets.ts";
import type { Results } from "./results.ts";
import { headlines, headlineTable, markdownOf } from "./markdown-table.ts";
import { readmeMarkers } from "./results.ts";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const suites = readdirSync(new URL("suites", import.meta.url))
  .map((name) => read(`suites/${name}`))
  .join("\n");
const results = JSON.parse(read("published.json")) as Results;

test("every budget has one figure, and each comes from a suite", () => {
  const rows = budgets.flatMap((part) => part.rows.map(({ what, figures }) => ({ what, figures })));
  expect(rows.filter(({ figures }) => (figures as readonly string[]).length === 0)).toEqual([]);
  expect(figureNames.filter((name, i) => figureNames.indexOf(name) !== i)).toEqual([]);
  // Figures in two encodings are named once for both.
  const isMade = (name: string) =>
    suites.includes(`"${name}"`) ||
    suites.includes(`"${name.replace(/, (?:gzip'd|plain)$/, "")}"`) ||
    suites.includes(
      `\`${name.replace(/(?:gzip'd|plain)/, "${encoding}").replace(/p(?:50|99)$/, "p${percent}")}\``,
    ) ||
    suites.includes(`\`${name.replace(/(?:gzip'd|plain)/, "${encoding}")}\``);
  expect(figureNames.filter((name) => !isMade(name))).toEqual([]);
});

test("a run omits a figure only with a reason", () => {
  const said = [...results.figures, ...results.unmeasured].map(({ name }) => name);
  expect(said.toSorted()).toEqual(figureNames.toSorted());
  expect(results.unmeasured.filter(({ why }) => why === "")).toEqual([]);
});

test("results have the shape that scripts rely on", () => {
  const { machine, figures } = results;
  expect(machine).toMatchObject({
    cpu: expect.any(String),
    cores: expect.any(Number),
    date: expect.any(String),
  });
  for (const { name, value, unit, floor, ratio, budget, met } of figures) {
    expect({ name, value, unit, met }, name).toEqual({
      name: expect.any(String),
      value: expect.any(Number),
      unit: expect.any(String),
      met: expect.any(Boolean),
    });
    expect(floor === null, name).toBe(ratio === null);
    expect(budget === null || /^[≤≥] [\d.]+/.test(budget), name).toBe(true);
  }
});

test("results.md and the README's five figures match the results", () => {
  const text = read("../../README.md");
  const [begin, end] = readmeMarkers.map((marker) => text.indexOf(marker));
  expect(text.slice(begin! + readmeMarkers[0].length, end).trim()).toBe(headlineTable(results));
  expect(
    headlines.filter((name) => !results.figures.some((figure) => figure.name === name)),
  ).toEqual([]);
  expect(read("results.md")).toBe(markdownOf(results));
});
