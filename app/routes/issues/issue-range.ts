import { type Scope, scopeOf, startOf } from "#app/ui/format/scope.ts";
import { type TrendRange, trendOf, trendWindow } from "#app/ui/chart/trend-range.ts";

/**
 * Where the time range of an issue's pages begins; undefined for all time. Where the trend shows
 * the range, both begin with the same hour or UTC day, so that the trend's sum is the number of
 * events that are listed; a shorter range begins at its very moment.
 */
export function rangeStart(params: URLSearchParams, now: number): number | undefined {
  const scope = scopeOf(params);
  const trend = trendOf(scope);
  return trend.isRange ? trendWindow(trend, now).since : startOf(scope, now);
}

/** What the issue's trend shows: `trend=` where one was chosen beside it, else the time range. */
export function issueTrendOf(params: URLSearchParams): TrendRange {
  const chosen = params.get("trend");
  if (chosen === null) return trendOf(scopeOf(params));
  return { ...trendOf({ since: chosen }), isRange: false };
}

/** How many events are listed: undefined where no counter says so. */
export function eventsInRange(
  params: URLSearchParams,
  total: number,
  trend: readonly number[],
): number | undefined {
  const scope: Scope = scopeOf(params);
  if (scope.since === undefined) return scope.environment === undefined ? total : undefined;
  return issueTrendOf(params).isRange ? trend.reduce((sum, count) => sum + count, 0) : undefined;
}
