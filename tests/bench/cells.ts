import type { Figure } from "./figure.ts";

export const headings = ["figure", "value", "least–greatest", "unit", "floor", "ratio", "budget", "met"] as const;

/** One figure as a row of words, the same in the terminal and in Markdown. */
export function cellsOf({ name, size, value, spread, unit, floor, ratio, budget, met }: Figure): string[] {
  const range = spread.values > 1 ? `${number(spread.least)}–${number(spread.greatest)}` : "";
  return [
    ...[size === undefined ? name : `${name} (${size})`, number(value), range, unit, number(floor), number(ratio)],
    ...[budget ?? "", budget === null ? "" : met ? "yes" : "NO"],
  ];
}

const number = (value: number | null) =>
  value === null ? "" : value.toLocaleString("en-US", { maximumSignificantDigits: 4 });
