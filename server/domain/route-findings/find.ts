import { type LoaderFinding, loaderFindings } from "./loader-findings.ts";
import { longestWaits, type WaitFinding } from "./longest-waits.ts";
import { medianOf } from "./quantile-of.ts";
import { type RepeatFinding, repeatFindings } from "./repeat-findings.ts";
import type { SampledRequest } from "./sampled-request.ts";
import type { Saving } from "./savings.ts";
import { type SerialFinding, serialFindings } from "./serial-findings.ts";
import { type TimeShare, timeSpread } from "./time-spread.ts";

/**
 * What an operation's sampled requests have in common: where their time goes, and what would save
 * some of it.
 */
export type Findings = {
  /** Requests that were looked at. */
  count: number;
  /** Of these; milliseconds. */
  medianMs: number;
  loaders: LoaderFinding[];
  /** The calls that were waited for longest, no matter which loader makes them. */
  waits: WaitFinding[];
  /** All of the time, by where it was spent, the largest share first. */
  spread: TimeShare[];
  /** Both the most worthwhile first: milliseconds saved times how many requests have it. */
  serial: SerialFinding[];
  repeats: RepeatFinding[];
};

const most = 10;
const mostWaits = 5;
const mostPlaces = 3;
/** Less of what a request takes, or less at all, is no reason to change anything. */
const leastSavedShare = 0.01;
const leastSavedMs = 0.1;
/** So many queries of one shape are told whatever they cost today: they grow with the rows. */
const tellingCount = 5;

/**
 * What was found in requests of one operation. Pure counting: the same requests give the same
 * findings in any order but for examples.
 */
export function findIn(requests: SampledRequest[]): Findings {
  const medianMs = medianOf(requests.map(({ durationMs }) => durationMs));
  const leastMs = Math.max(leastSavedMs, leastSavedShare * medianMs);
  const isWorthSaying = ({ savedMs }: { savedMs: number }) => savedMs >= leastMs;
  const serial = serialFindings(requests).filter(isWorthSaying);
  const repeats = repeatFindings(requests).filter(
    (each) => isWorthSaying(each) || each.medianCount >= tellingCount,
  );
  return {
    count: requests.length,
    medianMs,
    loaders: loaderFindings(requests),
    waits: longestWaits(requests, mostWaits),
    spread: timeSpread(requests, mostPlaces),
    serial: serial.toSorted(byWorth).slice(0, most),
    repeats: repeats.toSorted(byWorth).slice(0, most),
  };
}

/** What all requests would save. */
export const worthOf = ({ savedMs, helped }: Saving): number => savedMs * helped;

const byWorth = (a: Saving, b: Saving): number => worthOf(b) - worthOf(a);
