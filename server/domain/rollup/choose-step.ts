import { type Tier, tierMs } from "./tier.ts";

/** The length of one step of a series (`SeriesStep` of storage). */
export type Step = { unit: Tier; /** Units per step. */ every: number };

const ladder: Step[] = [
  { unit: "5-minutes", every: 1 },
  { unit: "5-minutes", every: 3 },
  { unit: "5-minutes", every: 6 },
  { unit: "hour", every: 1 },
  { unit: "hour", every: 3 },
  { unit: "hour", every: 6 },
  { unit: "day", every: 1 },
  { unit: "day", every: 7 },
];

export const stepMs = ({ unit, every }: Step): number => tierMs[unit] * every;

/**
 * The finest step of which at most `most` fill the window; weeks if none. `unit`: the window's own
 * (cover.ts): a step is no finer than the data read.
 */
export function chooseStep(
  { since, until, unit }: { since: number; until: number; unit: Tier },
  most: number,
): Step {
  const fine = ladder.filter((step) => stepMs(step) >= tierMs[unit]);
  return fine.find((step) => Math.ceil((until - since) / stepMs(step)) <= most) ?? ladder.at(-1)!;
}
