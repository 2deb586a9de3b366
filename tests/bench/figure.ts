import type { FigureName } from "./budgets.ts";

/** One line of the table and of `results.json`. */
export type Figure = {
  name: FigureName;
  value: number;
  unit: string;
  /** What the floor did in the same rounds; null where there is none. */
  floor: number | null;
  /** Value ÷ floor, the median of the rounds' own ratios. */
  ratio: number | null;
  budget: string | null;
  /** True also where no budget is set. */
  met: boolean;
  /** How far the values of the rounds lay apart. */
  spread: { least: number; greatest: number; values: number };
  /** What the floor is, in words. */
  floorIs?: string;
  /** Of how much this was measured, where a quick run measures of less. */
  size?: string;
  /** Of a whole run, from which a quick one carries the figure over: its day, YYYY-MM-DD. */
  measuredOn?: string;
};

/**
 * `of: "ratio"` compares with the floor of the same run, `of: "value"` with a number. The bound decides whether a budget is met;
 * `aim` is the better figure that work goes toward, printed beside it.
 */
export type Budget = { of: "value" | "ratio"; aim?: string } & ({ atLeast: number } | { atMost: number });

export type Measurement = Pick<Figure, "name" | "unit" | "floorIs" | "size"> & {
  /** One a round. */
  values: number[];
  /** Of the same rounds, in the same order. */
  floors?: number[];
  budget?: Budget | undefined;
};

export function figure({ name, unit, values, floors, budget, floorIs, size }: Measurement): Figure {
  const value = round(median(values));
  const floor = floors ? round(median(floors)) : null;
  const ratio = floors ? round(median(values.map((each, i) => each / floors[i]!))) : null;
  const spread = { least: round(Math.min(...values)), greatest: round(Math.max(...values)), values: values.length };
  const met = budget === undefined || isMet(budget, budget.of === "ratio" ? ratio! : value);
  const words = { ...(floorIs !== undefined && { floorIs }), ...(size !== undefined && { size }) };
  return { name, value, unit, floor, ratio, budget: budget ? printBudget(budget, unit) : null, met, spread, ...words };
}

export function median(values: number[]): number {
  return percentile(values, 50);
}

/** Nearest rank, so that it is always a value that was measured. */
export function percentile(values: Iterable<number>, percent: number): number {
  const sorted = Float64Array.from(values).toSorted();
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}

function isMet(budget: Budget, measured: number): boolean {
  return "atLeast" in budget ? measured >= budget.atLeast : measured <= budget.atMost;
}

function printBudget(budget: Budget, unit: string): string {
  const bound = "atLeast" in budget ? `≥ ${budget.atLeast}` : `≤ ${budget.atMost}`;
  const hold = budget.of === "ratio" ? `${bound} × floor` : `${bound} ${unit}`.trim();
  return budget.aim === undefined ? hold : `${hold} (aim: ${budget.aim})`;
}

/** Four significant digits: more would pretend. */
const round = (value: number) => Number(value.toPrecision(4));
