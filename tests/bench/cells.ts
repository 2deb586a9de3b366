import type { Figure } from "./figure.ts";
import { type Unmeasured, wholeRunOnly } from "./suite.ts";

export const headings = [
  "figure",
  "value",
  "least–greatest",
  "unit",
  "floor",
  "ratio",
  "budget",
  "met",
] as const;

/** A figure as a row of cells for terminal and Markdown, with a reason if it has no value. */
export function cellsOf(row: Figure | Unmeasured): string[] {
  if ("why" in row) {
    return [
      row.name,
      row.why === wholeRunOnly ? row.why : "not measured",
      ...headings.slice(2).map(() => ""),
    ];
  }
  const { name, value, spread, unit, floor, ratio, budget, met } = row;
  const range = spread.values > 1 ? `${number(spread.least)}–${number(spread.greatest)}` : "";
  const about = aboutOf(row);
  return [
    about === "" ? name : `${name} (${about})`,
    number(value),
    range,
    unit,
    number(floor),
    number(ratio),
    budget ?? "",
    budget === null ? "" : met ? "yes" : "NO",
  ];
}

function aboutOf({ size, measuredOn }: Figure): string {
  const carried = measuredOn === undefined ? [] : ["at full size", measuredOn];
  const all = [...(size?.split(", ") ?? []), ...carried];
  return [...new Set(all)].join(", ");
}

const number = (value: number | null) =>
  value === null ? "" : value.toLocaleString("en-US", { maximumSignificantDigits: 4 });
