import { budgets, type FigureName } from "./budgets.ts";
import { cellsOf, headings } from "./cells.ts";
import { type Results, type Row, rowsOf, unforeseen } from "./results.ts";

/** All figures by the parts of the budgets, what was not measured, and what each floor is. For `results.md`. */
export function markdownOf(results: Results): string {
  const intro = "# What `npm run bench` measured\n\nWritten by it: change nothing here by hand.";
  return `${[intro, madeOn(results), ...partsOf(results, () => true), ...leftOut(results), floorsOf(results)].join("\n\n")}\n`;
}

/** Those with a budget alone. For the README. */
export function budgetTable(results: Results): string {
  const sum = results.figures.filter(({ budget }) => budget !== null);
  const missed = sum.filter(({ met }) => !met).length;
  const verdict = `${sum.length - missed} of ${sum.length} budgets are met.`;
  const isBudgeted = (row: Row) => "why" in row || row.budget !== null;
  return [madeOn(results), ...partsOf(results, isBudgeted), verdict].join("\n\n");
}

function madeOn({ machine, run }: Results): string {
  const { cpu, cores, memoryGiB, node, date, load } = machine;
  const busy = load > 1 ? `, other work running (load ${load})` : "";
  return `A ${run} run of ${date.slice(0, 10)} on ${cores} cores (${cpu}), ${memoryGiB} GiB, Node ${node.slice(1)}${busy}. Server, load and floor share them.`;
}

function partsOf(results: Results, isShown: (row: Row) => boolean): string[] {
  const all = rowsOf(results).filter(isShown);
  return budgets.flatMap(({ part, rows }) => {
    const names = rows.flatMap((row): readonly FigureName[] => row.figures);
    const shown = all.filter(({ name }) => names.includes(name));
    return shown.length === 0 ? [] : [tableOf(part, shown)];
  });
}

function tableOf(part: string, shown: Row[]): string {
  const rule = headings.map((heading) => (["figure", "unit", "budget", "met"].includes(heading) ? "---" : "---:"));
  const rows = [[part, ...headings.slice(1)], rule, ...shown.map(cellsOf)];
  return rows.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function leftOut(results: Results): string[] {
  const left = unforeseen(results);
  if (left.length === 0) return [];
  return [`Not measured:\n\n${left.map(({ name, why }) => `- ${name}: ${why}`).join("\n")}`];
}

/** Each floor once, with what stands beside it. */
function floorsOf({ figures }: Results): string {
  const withFloor = figures.filter(({ floorIs }) => floorIs !== undefined);
  const lines = [...Map.groupBy(withFloor, ({ floorIs }) => floorIs)].map(
    ([words, beside]) => `- ${words}. *${beside.map(({ name }) => name).join("; ")}*`,
  );
  return `What the floors are:\n\n${lines.join("\n")}`;
}
