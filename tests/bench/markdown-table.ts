import { budgets, type FigureName } from "./budgets.ts";
import { cellsOf, headings } from "./cells.ts";
import type { Figure } from "./figure.ts";
import { type Results, type Row, rowsOf, unforeseen } from "./results.ts";

/** All figures by budget, with unmeasured ones and floors. For `results.md`. */
export function markdownOf(results: Results): string {
  const intro = "# What `npm run bench` measured\n\nWritten by it: change nothing here by hand.";
  const tables = [...partsOf(results), verdictOf(results), ...leftOut(results)];
  return `${[intro, madeOn(results), ...tables, floorsOf(results)].join("\n\n")}\n`;
}

/** Figures for comparing products, shown in the README, which links to the others. */
export const headlines = [
  "events end to end, gzip'd",
  "spans end to end, gzip'd, against protobufjs",
  "on disk, an event of 25 kB of JSON, mixed",
  "on disk, a span, everything included",
  "resident memory, idle",
] as const satisfies FigureName[];

export function headlineTable(results: Results): string {
  const rows = headlines.flatMap((name) =>
    results.figures.filter((each) => each.name === name).map(headlineOf),
  );
  const head = ["| figure | value | budget |", "| --- | ---: | --- |"];
  return [madeOn(results), [...head, ...rows].join("\n")].join("\n\n");
}

function headlineOf(row: Figure): string {
  const [figure, value, , unit, , ratio, budget] = cellsOf(row);
  return `| ${figure} | ${value} ${unit}${ratio === "" ? "" : `, ${ratio} × floor`} | ${budget} |`;
}

function madeOn({ machine, run }: Results): string {
  const { cpu, cores, memoryGiB, node, date, load } = machine;
  const busy = load > 1 ? `, other work running (load ${load})` : "";
  return `A ${run} run of ${date.slice(0, 10)} on ${cores} cores (${cpu}), ${memoryGiB} GiB, Node ${node.slice(1)}${busy}. Server, load and floor share them.`;
}

function verdictOf({ figures }: Results): string {
  const budgeted = figures.filter(({ budget }) => budget !== null);
  return `${budgeted.filter(({ met }) => met).length} of ${budgeted.length} budgets are met.`;
}

function partsOf(results: Results): string[] {
  const all = rowsOf(results);
  return budgets.flatMap(({ part, rows }) => {
    const names = rows.flatMap((row): readonly FigureName[] => row.figures);
    const shown = all.filter(({ name }) => names.includes(name));
    return shown.length === 0 ? [] : [tableOf(part, shown)];
  });
}

function tableOf(part: string, shown: Row[]): string {
  const rule = headings.map((heading) =>
    ["figure", "unit", "budget", "met"].includes(heading) ? "---" : "---:",
  );
  const rows = [[part, ...headings.slice(1)], rule, ...shown.map(cellsOf)];
  return rows.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function leftOut(results: Results): string[] {
  const left = unforeseen(results);
  if (left.length === 0) return [];
  return [`Not measured:\n\n${left.map(({ name, why }) => `- ${name}: ${why}`).join("\n")}`];
}

/** Each floor once with its figures. */
function floorsOf({ figures }: Results): string {
  const withFloor = figures.filter(({ floorIs }) => floorIs !== undefined);
  const lines = [...Map.groupBy(withFloor, ({ floorIs }) => floorIs)].map(
    ([words, beside]) => `- ${words}. *${beside.map(({ name }) => name).join("; ")}*`,
  );
  return `What the floors are:\n\n${lines.join("\n")}`;
}
