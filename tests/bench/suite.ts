import type { MeasuredFigure } from "./figure.ts";
import type { Generator } from "./load/generate.ts";

/** A family of figures that are measured together, in programs started for it alone. */
export type Suite = (bench: Bench) => Promise<MeasuredFigure[]>;

export type Bench = {
  /** Times each thing is measured, ours and floor in turn, so that a slow minute of the machine strikes both. */
  rounds: number;
  /** How long one measurement lasts: of a flood of events, of anything else. */
  seconds: { flood: number; other: number };
  generator: Generator;
};
