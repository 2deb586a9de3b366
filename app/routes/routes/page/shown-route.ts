import { histogramBars } from "#app/ui/chart/histogram-bars.ts";
import type { StoredOperation } from "#server/domain/rollup/operation.ts";
import { figuresOf } from "#server/domain/rollup/figures.ts";
import type { Percentile } from "#server/domain/rollup/percentiles.ts";
import { stepMs } from "#server/domain/rollup/choose-step.ts";
import type { TraceSample } from "#server/domain/rollup/sample.ts";
import { type Headline, headlineOf } from "./headline.ts";
import { type ShownRelease, shownReleases } from "./shown-releases.ts";
import { packSeries } from "./packed-series.ts";
import type { RouteReading } from "#server/read/read-route-detail.ts";

/**
 * A route's page as shown. Long lists are JSON, because the router's data format needs an index per
 * value.
 */
export type ShownRoute = {
  operation: StoredOperation;
  siblings: { operation: StoredOperation; count: number }[];
  count: number;
  headline: Headline[];
  /** `HistogramBar`s as triples. */
  histogram: string;
  percentiles: Percentile[];
  series: string;
  step: string;
  releases: ShownRelease[];
  samples: { slow: TraceSample[]; failed: TraceSample[]; random: TraceSample[] };
  issues: {
    shortId: string;
    type: string;
    value: string;
    count: number;
    lastSeen: number;
    foundBy: "trace" | "culprit";
  }[];
};

export function shownRoute(operation: StoredOperation, read: RouteReading): ShownRoute {
  const { entry, step, series, releases, samples, siblings, issues, window } = read;
  const { count, percentiles } = figuresOf(entry.rollup);
  const bars = histogramBars([...entry.rollup.durations.buckets()]);
  return {
    operation,
    siblings,
    count,
    samples,
    percentiles,
    headline: headlineOf(entry),
    histogram: JSON.stringify(
      bars.map(({ from, to, count: within }) => [short(from), short(to), within]),
    ),
    series: packSeries(series),
    step: stepName(stepMs(step)),
    releases: shownReleases(releases, window.since + stepMs(step)),
    issues: issues.map(({ issue: { shortId, type, value, count: events, lastSeen }, foundBy }) => ({
      shortId,
      type,
      value,
      count: events,
      lastSeen,
      foundBy,
    })),
  };
}

const short = (value: number): number => Number(value.toPrecision(4));

const minuteMs = 60_000;

/** `30 minutes`, `day`, `week`: the length of one step. */
function stepName(ms: number): string {
  const minutes = ms / minuteMs;
  if (minutes === 7 * 1_440) return "week";
  if (minutes % 1_440 === 0) return minutes === 1_440 ? "day" : `${minutes / 1_440} days`;
  if (minutes % 60 === 0) return minutes === 60 ? "hour" : `${minutes / 60} hours`;
  return `${minutes} minutes`;
}
