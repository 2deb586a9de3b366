import { type LoaderFinding, loaderFindings } from "./loader-findings.ts";
import { longestWaits, type WaitFinding } from "./longest-waits.ts";
import { medianOf } from "./quantile-of.ts";
import { type RepeatFinding, repeatFindings } from "./repeat-findings.ts";
import type { SampledRequest } from "./sampled-request.ts";
import type { Saving } from "./savings.ts";
import { type SerialFinding, serialFindings } from "./serial-findings.ts";
import { type TimeShare, timeSpread } from "./time-spread.ts";

/**
 * Common findings in an operation's sampled requests: where their time is spent, and how to save
 * some.
 */
export type Findings = {
  /** Number of analyzed requests. */
  count: number;
  /** Of these; milliseconds. */
  medianMs: number;
  loaders: LoaderFinding[];
  /** Calls with the longest waits, regardless of their loader. */
  waits: WaitFinding[];
  /** All of the time by place, largest share first. */
  spread: TimeShare[];
  /** Both with the largest effect first: milliseconds saved times number of requests. */
  serial: SerialFinding[];
  repeats: RepeatFinding[];
};

const most = 10;
const mostWaits = 5;
const mostPlaces = 3;
/** Smaller savings are not worth a change. */
const leastSavedShare = 0.01;
const leastSavedMs = 0.1;
/**
 * This many queries of one shape are reported regardless of their current cost, because they grow
 * with the rows.
 */
const tellingCount = 5;

/**
 * Findings in requests of one operation. Pure: the same requests give the same findings in any
 * order, except for examples.
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

/** Total savings of all requests. */
export const worthOf = ({ savedMs, helped }: Saving): number => savedMs * helped;

const byWorth = (a: Saving, b: Saving): number => worthOf(b) - worthOf(a);
