import type { Figure } from "./figure.ts";
import type { Generator } from "./load/generate.ts";
import type { FigureName } from "./budgets.ts";

/** A family of figures that are measured together, in programs started for it alone. */
export type Suite = (bench: Bench) => Promise<Figure[]>;

export type Bench = {
  /** Times each thing is measured, ours and floor in turn, so that a slow minute of the machine strikes both. */
  rounds: number;
  /** How long one measurement lasts: of a flood of events, of anything else. */
  seconds: { flood: number; other: number };
  /** At full size and length: minutes, and millions. */
  isWhole: boolean;
  generator: Generator;
  /** Says why figures have no value in this run. */
  leaveOut(why: string, ...names: FigureName[]): void;
};

/** What a run has no value for, and why. */
export type Unmeasured = { name: FigureName; why: string };
