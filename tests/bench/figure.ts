/** One line of the table and of `results.json`. */
export type Figure = {
  name: string;
  value: number;
  unit: string;
  /** What the floor did in the same rounds; null where there is none. */
  floor: number | null;
  /** Value ÷ floor, the median of the rounds' own ratios. */
  ratio: number | null;
  budget: string | null;
  /** True also where no budget is set. */
  met: boolean;
};

/** A figure with how far its rounds lay apart: the table shows it, `results.json` does not. */
export type MeasuredFigure = Figure & { spread: number };

/** `of: "ratio"` compares with the floor of the same run, `of: "value"` with a number. */
export type Budget = { of: "value" | "ratio" } & ({ atLeast: number } | { atMost: number });

export type Measurement = {
  name: string;
  unit: string;
  /** One a round. */
  values: number[];
  /** Of the same rounds, in the same order. */
  floors?: number[];
  budget?: Budget | undefined;
};

export function figure({ name, unit, values, floors, budget }: Measurement): MeasuredFigure {
  const value = round(median(values));
  const floor = floors ? round(median(floors)) : null;
  const ratio = floors ? round(median(values.map((each, i) => each / floors[i]!))) : null;
  const measured = { name, value, unit, floor, ratio, spread: spread(values) };
  if (!budget) return { ...measured, budget: null, met: true };
  return { ...measured, budget: printBudget(budget, unit), met: isMet(budget, budget.of === "ratio" ? ratio! : value) };
}

export function withoutSpread({ name, value, unit, floor, ratio, budget, met }: MeasuredFigure): Figure {
  return { name, value, unit, floor, ratio, budget, met };
}

export function median(values: number[]): number {
  return percentile(values, 50);
}

/** Nearest rank, so that it is always a value that was measured. */
export function percentile(values: Iterable<number>, percent: number): number {
  const sorted = Float64Array.from(values).toSorted();
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}

/** From the least to the greatest, as a share of the median. */
function spread(values: number[]): number {
  const middle = median(values);
  return middle === 0 ? 0 : (Math.max(...values) - Math.min(...values)) / middle;
}

function isMet(budget: Budget, measured: number): boolean {
  return "atLeast" in budget ? measured >= budget.atLeast : measured <= budget.atMost;
}

function printBudget(budget: Budget, unit: string): string {
  const bound = "atLeast" in budget ? `≥ ${budget.atLeast}` : `≤ ${budget.atMost}`;
  return budget.of === "ratio" ? `${bound} × floor` : `${bound} ${unit}`;
}

/** Four significant digits: more would pretend. */
const round = (value: number) => Number(value.toPrecision(4));
