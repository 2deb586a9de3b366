import { cellsOf, headings } from "./cells.ts";
import { type Results, rowsOf, unforeseen } from "./results.ts";

/** Names and units left-aligned, numbers right-aligned. */
export function printTable(results: Results): string {
  const rows = [[...headings], ...rowsOf(results).map(cellsOf)];
  const widths = headings.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const missed = results.figures.filter(({ met }) => !met).length;
  const lines = rows.map((row) =>
    row
      .map((cell, column) => pad(cell, widths[column]!, column))
      .join("  ")
      .trimEnd(),
  );
  const left = unforeseen(results).map(({ name, why }) => `not measured: ${name} (${why})`);
  const sum =
    missed === 0
      ? "Every budget that was measured is met."
      : `${missed} of the budgets are missed.`;
  return [...lines, "", ...left, ...(left.length > 0 ? [""] : []), sum].join("\n");
}

function pad(cell: string, width: number, column: number): string {
  const isNumber = ["value", "least–greatest", "floor", "ratio"].includes(headings[column]!);
  return isNumber ? cell.padStart(width) : cell.padEnd(width);
}
