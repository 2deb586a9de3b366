import type { MeasuredFigure } from "./figure.ts";

const headings = ["figure", "value", "spread", "unit", "floor", "ratio", "budget", "met"];

/** Names and units to the left, numbers to the right. */
export function printTable(figures: MeasuredFigure[]): string {
  const rows = [headings, ...figures.map(cells)];
  const widths = headings.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const missed = figures.filter(({ met }) => !met).length;
  const lines = rows.map((row) =>
    row
      .map((cell, column) => pad(cell, widths[column]!, column))
      .join("  ")
      .trimEnd(),
  );
  return [...lines, "", missed === 0 ? "Every budget is met." : `${missed} of the budgets are missed.`].join("\n");
}

function cells({ name, value, spread, unit, floor, ratio, budget, met }: MeasuredFigure): string[] {
  const near = spread === 0 ? "" : `±${Math.round(spread * 50)} %`;
  return [
    name,
    number(value),
    near,
    unit,
    number(floor),
    number(ratio),
    budget ?? "",
    budget ? (met ? "yes" : "NO") : "",
  ];
}

function pad(cell: string, width: number, column: number): string {
  const isNumber = ["value", "spread", "floor", "ratio"].includes(headings[column]!);
  return isNumber ? cell.padStart(width) : cell.padEnd(width);
}

const number = (value: number | null) =>
  value === null ? "" : value.toLocaleString("en-US", { maximumSignificantDigits: 4 });
