import type { FigureName } from "./budgets.ts";
import type { Figure } from "./figure.ts";
import type { Generator } from "./load/generate.ts";
import type { Originals } from "./programs/originals.ts";

/** A group of figures measured together in programs started for it. */
export type Suite = (bench: Bench) => Promise<Figure[]>;

export type Bench = Originals & {
  /** Number of measurements, alternating with the floor, so that a slow minute affects both. */
  rounds: number;
  /** Duration of one measurement: of event floods, span floods, and others. */
  seconds: { flood: number; spans: number; other: number };
  /** Full size and length: minutes, and millions of items. */
  isWhole: boolean;
  /** The amount for a full run or its share, or for a quick run. */
  amount(of: { whole: number; quick: number }): number;
  generator: Generator;
  /** Records why figures have no value in this run. */
  leaveOut(why: string, ...names: FigureName[]): void;
};

/** Figures without a value, and the reason. */
export type Unmeasured = { name: FigureName; why: string };

/** The reason for figures that take minutes or the network. */
export const wholeRunOnly = "whole run only";
