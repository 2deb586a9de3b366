import type { Bench } from "./suite.ts";

export type Scale = Pick<Bench, "rounds" | "seconds" | "isWhole" | "amount"> & {
  /** Time limit of a suite. */
  minutesMax: number;
};

/** Shorter measurements only cover start-up. */
const leastSeconds = 0.3;

export const quickScale: Scale = {
  rounds: 3,
  seconds: { flood: 0.6, spans: 0.2, other: 0.4 },
  isWhole: false,
  minutesMax: 4,
  amount: ({ quick }) => quick,
};

/**
 * `share` scales all amounts and times: 1 is a full run, and 0.01 checks in minutes that one would
 * finish.
 */
export function wholeScale(share: number): Scale {
  const seconds = (whole: number) => Math.max(leastSeconds, share * whole);
  return {
    rounds: 3,
    seconds: { flood: seconds(60), spans: seconds(10), other: seconds(10) },
    isWhole: true,
    minutesMax: 120,
    amount: ({ whole }) => Math.ceil(share * whole),
  };
}
