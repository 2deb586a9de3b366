import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { budgets, figureNames } from "./budgets.ts";
import type { Results } from "./results.ts";
import { readmeMarkers } from "./results.ts";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const suites = readdirSync(new URL("suites", import.meta.url))
  .map((name) => read(`suites/${name}`))
  .join("\n");
const results = JSON.parse(read("published.json")) as Results;

test("every budget has a figure, no figure has two, and each is made by a suite", () => {
  const rows = budgets.flatMap((part) => part.rows.map(({ what, figures }) => ({ what, figures })));
  expect(rows.filter(({ figures }) => (figures as readonly string[]).length === 0)).toEqual([]);
  expect(figureNames.filter((name, i) => figureNames.indexOf(name) !== i)).toEqual([]);
  // What comes in two encodings is named once for both.
  const isMade = (name: string) =>
    suites.includes(`"${name}"`) ||
    suites.includes(`"${name.replace(/, (?:gzip'd|plain)$/, "")}"`) ||
    suites.includes(`\`${name.replace(/(?:gzip'd|plain)/, "${encoding}").replace(/p(?:50|99)$/, "p${percent}")}\``) ||
    suites.includes(`\`${name.replace(/(?:gzip'd|plain)/, "${encoding}")}\``);
  expect(figureNames.filter((name) => !isMade(name))).toEqual([]);
});

test("a run leaves no figure out without saying why", () => {
  const said = [...results.figures, ...results.unmeasured].map(({ name }) => name);
  expect(said.toSorted()).toEqual(figureNames.toSorted());
  expect(results.unmeasured.filter(({ why }) => why === "")).toEqual([]);
});

test("results have the shape that scripts rely on", () => {
  const { machine, figures } = results;
  expect(machine).toMatchObject({ cpu: expect.any(String), cores: expect.any(Number), date: expect.any(String) });
  for (const { name, value, unit, floor, ratio, budget, met } of figures) {
    expect({ name, value, unit, met }, name).toEqual({
      ...{ name: expect.any(String), value: expect.any(Number) },
      ...{ unit: expect.any(String), met: expect.any(Boolean) },
    });
    expect(floor === null, name).toBe(ratio === null);
    expect(budget === null || /^[≤≥] [\d.]+/.test(budget), name).toBe(true);
  }
});

test("the README's table is of these results: every budgeted figure, in rows of one width, and the day they were made", () => {
  const text = read("../../README.md");
  const [begin, end] = readmeMarkers.map((marker) => text.indexOf(marker));
  const section = text.slice(begin! + readmeMarkers[0].length, end);
  const rows = section.split("\n").filter((line) => line.startsWith("|"));
  expect(new Set(rows.map((row) => row.split("|").length))).toEqual(new Set([10]));
  expect(section).toContain(results.machine.date.slice(0, 10));
  expect(section).toContain(results.machine.cpu);
  const budgeted = results.figures.filter(({ budget }) => budget !== null);
  expect(
    budgeted.filter(({ name, value }) => !rows.some((row) => isRowOf(row, name, value))).map(({ name }) => name),
  ).toEqual([]);
});

function isRowOf(row: string, name: string, value: number): boolean {
  const [, first, second] = row.split("|").map((cell) => cell.trim());
  return first!.startsWith(name) && second === value.toLocaleString("en-US", { maximumSignificantDigits: 4 });
}
