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
import type { ReleaseRollup } from "#server/storage/rollups/rollup-store.ts";
import { type PairedBar, pairedBars } from "./paired-bars.ts";
import type { ReleaseComparison } from "#server/read/compare-releases.ts";
import type { TypicalTrace } from "#server/read/typical-traces.ts";

type Compared = NonNullable<ReleaseComparison["compared"]>;

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
  unitMs: number,
): ShownComparison {
  const comparison = ofQuantiles(whole, routeQuantiles);
  return {
    from: releaseName(from.release),
    to: releaseName(to.release),
    samples,
    sentences: comparisonSentences(comparison),
    figures: [
      ...trafficFigures(from, to, unitMs),
      failureFigure(comparison.failures),
      ...comparison.quantiles.map(quantileFigure),
    ],
    bars: pairedBars(from.rollup.durations, to.rollup.durations),
    routes: routes.map((route) => shownRoute(route, noiseOf(samples))),
  };
}

/** Traffic says nothing about quality: no verdict. */
function trafficFigures(from: ReleaseRollup, to: ReleaseRollup, unitMs: number): ShownFigure[] {
  const [before, after] = [from.rollup.durations.count, to.rollup.durations.count];
  const rates = [from, to].map((each) => perMinute(each, unitMs));
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

const perMinute = ({ rollup, firstAt, lastAt }: ReleaseRollup, unitMs: number): number =>
  rollup.durations.count / ((lastAt - firstAt + unitMs) / 60_000);

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
