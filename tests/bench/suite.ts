import type { FigureName } from "./budgets.ts";
import type { Figure } from "./figure.ts";
import type { Generator } from "./load/generate.ts";
import type { Originals } from "./programs/originals.ts";

/** A family of figures that are measured together, in programs started for it alone. */
export type Suite = (bench: Bench) => Promise<Figure[]>;

export type Bench = Originals & {
  /** Times each thing is measured, ours and floor in turn, so that a slow minute of the machine strikes both. */
  rounds: number;
  /** How long one measurement lasts: of a flood of events, of spans, of anything else. */
  seconds: { flood: number; spans: number; other: number };
  /** At full size and length: minutes, and millions. */
  isWhole: boolean;
  /** How many of something there are to be: what a whole run has, or the part of it that was asked for; what a quick one has. */
  amount(of: { whole: number; quick: number }): number;
  generator: Generator;
  /** Says why figures have no value in this run. */
  leaveOut(why: string, ...names: FigureName[]): void;
};

/** What a run has no value for, and why. */
export type Unmeasured = { name: FigureName; why: string };

/** Why, of what takes minutes, or the network. */
export const wholeRunOnly = "whole run only";
