import { rateText } from "#app/routes/routes/figure-text.ts";
import { grouped } from "#server/domain/count.ts";
import { durationText } from "#app/ui/format/duration.ts";
import { noiseShare, signed } from "#app/routes/traces/compare/compared-row.ts";
import {
  type ComparedQuantile,
  ofQuantiles,
} from "#server/domain/rollup/compare/compare-rollups.ts";
import type { QuantileEstimate } from "#server/domain/rollup/compare/compare-quantiles.ts";
import {
  comparisonSentences,
  percentText,
  signedPercent,
} from "#server/domain/rollup/compare/compare-words.ts";
import { percentileName, routeQuantiles } from "#server/domain/rollup/percentiles.ts";
import type { ComparedRoute } from "#server/domain/trace/route-tree/compare-routes.ts";
import type { Release } from "#server/storage/releases/release-store.ts";
import type { ReleaseRollup } from "#server/storage/rollups/rollup-store.ts";
import { type PairedBar, pairedBars } from "./paired-bars.ts";
import type { ReleaseComparison } from "#server/read/compare-releases.ts";
import type { TypicalTrace } from "#server/read/typical-traces.ts";

type Compared = NonNullable<ReleaseComparison["compared"]>;

type Seen = Pick<Release, "firstSeen" | "lastSeen">;
/** `unitMs`: length of a bucket in the window. `seen`: when each release was, of anything. */
type Times = { unitMs: number; seen?: readonly (Seen | undefined)[] };

/** Two releases as shown. */
export type ShownComparison = {
  from: string;
  to: string;
  sentences: string[];
  figures: ShownFigure[];
  bars: PairedBar[];
  routes: ShownRoutePair[];
  samples: { from?: TypicalTrace; to?: TypicalTrace };
};

type ShownFigure = {
  name: string;
  from: string;
  to: string;
  /** The 95% confidence interval. */
  fromRange?: string;
  toRange?: string;
  difference: string;
  /** The same as a share. */
  change?: string;
  verdict: string;
  isWorse: boolean;
};

export type ShownRoutePair = Pick<ComparedRoute, "routeId" | "path" | "depth"> & {
  from?: ShownSide;
  to?: ShownSide;
  difference: string;
  isSlower: boolean;
};
export type ShownSide = { time: string; blocked: string; failed: boolean; spanId?: string };

export const releaseName = (release: string): string => release || "(no release)";

export function shownComparison(
  { from, to, comparison: whole, routes, samples }: Compared,
  times: Times,
): ShownComparison {
  const comparison = ofQuantiles(whole, routeQuantiles);
  return {
    from: releaseName(from.release),
    to: releaseName(to.release),
    samples,
    sentences: comparisonSentences(comparison),
    figures: [
      ...trafficFigures([from, to], times),
      failureFigure(comparison.failures),
      ...comparison.quantiles.map(quantileFigure),
    ],
    bars: pairedBars(from.rollup.durations, to.rollup.durations),
    routes: routes.map((route) => shownRoute(route, noiseOf(samples))),
  };
}

/** Traffic says nothing about quality: no verdict. */
function trafficFigures(pair: [ReleaseRollup, ReleaseRollup], times: Times): ShownFigure[] {
  const [before, after] = [pair[0].rollup.durations.count, pair[1].rollup.durations.count];
  const rates = pair.map((each, index) => perMinute(each, times.unitMs, times.seen?.[index]));
  const untold = { verdict: "", isWorse: false };
  return [
    {
      ...untold,
      name: "Requests",
      from: grouped(before),
      to: grouped(after),
      difference: signedPercent(before, after),
    },
    {
      ...untold,
      name: "Req/min",
      from: rateText(rates[0]!),
      to: rateText(rates[1]!),
      difference: signedPercent(rates[0]!, rates[1]!),
    },
  ];
}

/**
 * Requests per minute from the release's first to its last. In a range of weeks, both are known to
 * the day only, so the times at which anything of the release was seen narrow them.
 */
function perMinute(
  { rollup, firstAt, lastAt }: ReleaseRollup,
  unitMs: number,
  { firstSeen, lastSeen }: Partial<Seen> = {},
): number {
  const from = Math.max(firstAt, firstSeen ?? firstAt);
  const until = Math.min(lastAt + unitMs, lastSeen ?? Infinity);
  return rollup.durations.count / Math.max(1, (until - from) / 60_000);
}

const failureVerdicts = {
  "more-often": "Yes: more often",
  "less-often": "Yes: less often",
  same: "No",
  "too-few": "Not enough data",
};

const failureFigure = ({
  before,
  after,
  verdict,
}: Compared["comparison"]["failures"]): ShownFigure => ({
  name: "Failed",
  from: percentText(before),
  to: percentText(after),
  difference: signedPoints(after - before),
  verdict: failureVerdicts[verdict],
  isWorse: verdict === "more-often",
});

/** The difference of two percentages is in points. */
function signedPoints(difference: number): string {
  const text = Math.abs(100 * difference).toFixed(2);
  return Number(text) === 0 ? "same" : `${difference > 0 ? "+" : "−"}${Number(text)} points`;
}

const latencyVerdicts = {
  slower: "Yes: slower",
  faster: "Yes: faster",
  same: "No",
  "too-few": "Not enough data",
};

function quantileFigure(quantile: ComparedQuantile): ShownFigure {
  const { q, before, after, beforeMs, afterMs, verdict } = quantile;
  const isTold = beforeMs !== undefined && afterMs !== undefined;
  return {
    name: percentileName(q),
    from: textOf(beforeMs),
    to: textOf(afterMs),
    ...(before && { fromRange: rangeText(before) }),
    ...(after && { toRange: rangeText(after) }),
    difference: isTold ? signed(afterMs - beforeMs) : "",
    ...(isTold && { change: signedPercent(beforeMs, afterMs) }),
    verdict: latencyVerdicts[verdict],
    isWorse: verdict === "slower",
  };
}

const textOf = (ms: number | undefined): string => (ms === undefined ? "" : durationText(ms));

const rangeText = ({ low, high }: QuantileEstimate): string =>
  `${durationText(low)} – ${durationText(high)}`;

/** As in a comparison of two traces. */
const noiseOf = ({ from, to }: Compared["samples"]): number =>
  noiseShare * Math.max(from?.durationMs ?? 0, to?.durationMs ?? 0);

function shownRoute(
  { routeId, path, depth, before, after, differenceMs }: ComparedRoute,
  noiseMs: number,
): ShownRoutePair {
  return {
    routeId,
    path,
    depth,
    difference: before && after ? signed(differenceMs) : before ? "gone" : "new",
    ...(before && { from: shownSide(before) }),
    ...(after && { to: shownSide(after) }),
    isSlower: differenceMs > noiseMs,
  };
}

const shownSide = ({
  durationMs,
  blockedMs,
  status,
  spanId,
}: NonNullable<ComparedRoute["before"]>): ShownSide => ({
  time: spanId === undefined ? "" : durationText(durationMs),
  blocked: blockedMs > 0 ? durationText(blockedMs) : "",
  failed: status === "error",
  ...(spanId !== undefined && { spanId }),
});
