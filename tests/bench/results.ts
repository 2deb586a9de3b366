import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { figureNames } from "./budgets.ts";
import type { Figure } from "./figure.ts";
import type { Machine } from "./machine.ts";
import { headlineTable, markdownOf } from "./markdown-table.ts";
import { type Unmeasured, wholeRunOnly } from "./suite.ts";

/** `results.json`: figures of a run, by name. */
export type Results = {
  machine: Machine;
  run: "quick" | "whole";
  figures: Figure[];
  unmeasured: Unmeasured[];
};

/** A line of the table: every budgeted figure has one. */
export type Row = Figure | Unmeasured;

export function rowsOf({ figures, unmeasured }: Results): Row[] {
  const rows: Row[] = [...figures, ...unmeasured];
  return rows.toSorted((a, b) => figureNames.indexOf(a.name) - figureNames.indexOf(b.name));
}

const json = new URL("results.json", import.meta.url);
const markdown = new URL("results.md", import.meta.url);
/**
 * Figures in README.md and `results.md`, which tests compare; a later run is not published
 * automatically.
 */
const published = new URL("published.json", import.meta.url);
const readme = new URL("../../README.md", import.meta.url);

/** `writeReadme` writes between these lines. */
export const readmeMarkers = [
  "<!-- npm run bench -- --write-readme -->",
  "<!-- end of what it writes -->",
] as const;

export async function readResults(from = json): Promise<Results> {
  return JSON.parse(await readFile(from, "utf8")) as Results;
}

/** Figures that a run of this kind should have measured. */
export function unforeseen({ unmeasured }: Results): Unmeasured[] {
  return unmeasured.filter(({ why }) => why !== wholeRunOnly);
}

/** Results of the previous run, or the README's in a fresh clone. */
export function lastResults(): Promise<Results> {
  return readResults(existsSync(json) ? json : published);
}

export async function writeResults(results: Results): Promise<void> {
  await writeFile(json, jsonOf(results));
  await writeFile(markdown, markdownOf(results));
}

export async function writeReadme(results: Results): Promise<void> {
  const text = await readFile(readme, "utf8");
  const [begin, end] = readmeMarkers;
  const [before, after] = [text.indexOf(begin) + begin.length, text.indexOf(end)];
  if (before < begin.length || after < before)
    throw new Error(`README.md has no ${begin} … ${end}.`);
  await writeFile(published, jsonOf(results));
  await writeFile(markdown, markdownOf(results));
  await writeFile(
    readme,
    `${text.slice(0, before)}\n\n${headlineTable(results)}\n\n${text.slice(after)}`,
  );
}

const jsonOf = (results: Results) => `${JSON.stringify(results, null, 2)}\n`;
