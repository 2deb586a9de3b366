import { packTrend } from "#app/ui/chart/trend-line.ts";
import { figuresOf } from "#server/domain/rollup/figures.ts";
import { routeTitle } from "#server/domain/rollup/operation.ts";
import {
  countChange,
  durationChange,
  isNew,
  type RouteEntry,
} from "#server/domain/rollup/route-entry.ts";

/** Only what a row shows, because it is sent twice. */
export type RouteRow = {
  id: number;
  /** With its method. */
  route: string;
  service: string;
  kind: string;
  count: number;
  perMinute: number;
  failureRate: number;
  /** Of `routeQuantiles`, milliseconds. */
  percentiles: number[];
  apdex: number;
  share: number;
  /** `packTrend` of the counts. */
  trend: string;
  /** Fractions; absent without a significant change. */
  countBy?: number;
  durationBy?: number;
  isNew?: true;
};

export function routeRow(entry: RouteEntry, counts: number[]): RouteRow {
  const { operation, rollup, perMinute, timeShare } = entry;
  const { count, failureRate, apdex, percentiles } = figuresOf(rollup);
  const [countBy, durationBy] = [countChange(entry)?.by, durationChange(entry)?.by];
  return {
    id: operation.id,
    route: routeTitle(operation),
    service: operation.service,
    kind: operation.kind,
    count,
    perMinute: short(perMinute),
    failureRate: short(failureRate),
    apdex: short(apdex),
    share: short(timeShare),
    percentiles: percentiles.map(({ ms }) => short(ms)),
    trend: packTrend(counts),
    ...(countBy !== undefined && { countBy: short(countBy) }),
    ...(durationBy !== undefined && { durationBy: short(durationBy) }),
    ...(isNew(entry) && { isNew: true }),
  };
}

/**
 * Three more digits than shown, because rounding twice could differ from the same figure on another
 * page.
 */
const short = (value: number): number => Number(value.toPrecision(6));
