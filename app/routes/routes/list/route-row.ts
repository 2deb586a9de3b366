import { packTrend } from "#app/ui/chart/trend-line.ts";
import { figuresOf } from "#server/domain/rollup/figures.ts";
import { routeTitle } from "#server/domain/rollup/operation.ts";
import { countChange, isNew, p95Change, type RouteEntry } from "#server/domain/rollup/route-entry.ts";

/** What a row of the list prints, and no more: all of it travels twice. */
export type RouteRow = {
  id: number;
  /** With its method. */
  route: string;
  service: string;
  kind: string;
  count: number;
  perMinute: number;
  failureRate: number;
  /** p50, p75, p95, p99, milliseconds. */
  percentiles: number[];
  apdex: number;
  share: number;
  /** `packTrend` of the counts. */
  trend: string;
  /** Fractions; absent where nothing changed that could not be chance. */
  countBy?: number;
  p95By?: number;
  isNew?: true;
};

export function routeRow(entry: RouteEntry, counts: number[]): RouteRow {
  const { operation, rollup, perMinute, timeShare } = entry;
  const { count, failureRate, apdex, p50Ms, p75Ms, p95Ms, p99Ms } = figuresOf(rollup);
  const [countBy, p95By] = [countChange(entry)?.by, p95Change(entry)?.by];
  return {
    ...{ id: operation.id, route: routeTitle(operation), service: operation.service, kind: operation.kind, count },
    ...{ perMinute: short(perMinute), failureRate: short(failureRate), apdex: short(apdex), share: short(timeShare) },
    percentiles: [p50Ms, p75Ms, p95Ms, p99Ms].map((ms) => short(ms ?? 0)),
    trend: packTrend(counts),
    ...(countBy !== undefined && { countBy: short(countBy) }),
    ...(p95By !== undefined && { p95By: short(p95By) }),
    ...(isNew(entry) && { isNew: true }),
  };
}

/** Three more digits than a column prints: rounded twice, a figure would differ from the same one on another page. */
const short = (value: number): number => Number(value.toPrecision(6));
