import type { FigureName } from "./budgets.ts";

/** A line of the table and of `results.json`. */
export type Figure = {
  name: FigureName;
  value: number;
  unit: string;
  /** The floor in the same rounds, or null. */
  floor: number | null;
  /** Value ÷ floor, the median of the rounds' ratios. */
  ratio: number | null;
  budget: string | null;
  /** Also true without a budget. */
  met: boolean;
  /** Range of the rounds' values. */
  spread: { least: number; greatest: number; values: number };
  /** Description of the floor. */
  floorIs?: string;
  /** The measured amount where a quick run measures less. */
  size?: string;
  /** Day (YYYY-MM-DD) of the run that the figure is from, and its machine if another. */
  measuredOn?: string;
};

/**
 * `of: "ratio"` compares with the same run's floor, `of: "value"` with a number. The bound decides
 * whether a budget is met; `aim` is the goal printed beside it.
 */
export type Budget = { of: "value" | "ratio"; aim?: string } & (
  | { atLeast: number }
  | { atMost: number }
);

export type Measurement = Pick<Figure, "name" | "unit" | "floorIs" | "size"> & {
  /** One per round. */
  values: number[];
  /** Of the same rounds in the same order. */
  floors?: number[];
  budget?: Budget | undefined;
};

export function figure({ name, unit, values, floors, budget, floorIs, size }: Measurement): Figure {
  const value = round(median(values));
  const floor = floors ? round(median(floors)) : null;
  const ratio = floors ? round(median(values.map((each, i) => each / floors[i]!))) : null;
  const spread = {
    least: round(Math.min(...values)),
    greatest: round(Math.max(...values)),
    values: values.length,
  };
  const met = budget === undefined || isMet(budget, budget.of === "ratio" ? ratio! : value);
  const words = { ...(floorIs !== undefined && { floorIs }), ...(size !== undefined && { size }) };
  return {
    name,
    value,
    unit,
    floor,
    ratio,
    budget: budget ? printBudget(budget, unit) : null,
    met,
    spread,
    ...words,
  };
}

export function median(values: number[]): number {
  return percentile(values, 50);
}

/** Nearest rank, so the result is always a measured value. */
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

/** Four significant digits; more would be false precision. */
const round = (value: number) => Number(value.toPrecision(4));
