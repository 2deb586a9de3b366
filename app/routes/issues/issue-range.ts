import { type Scope, scopeOf, startOf } from "#app/ui/format/scope.ts";
import { type TrendRange, trendOf, trendWindow } from "#app/ui/chart/trend-range.ts";

/**
 * Start of the time range on an issue's pages; undefined for all time. If the trend shows the
 * range, both start with the same UTC hour or day, so that the trend's sum equals the number of
 * listed events; a shorter range starts at its exact time.
 */
export function rangeStart(params: URLSearchParams, now: number): number | undefined {
  const scope = scopeOf(params);
  const trend = trendOf(scope);
  return trend.isRange ? trendWindow(trend, now).since : startOf(scope, now);
}

/** Range of the issue's trend: `trend=` if selected, otherwise the time range. */
export function issueTrendOf(params: URLSearchParams): TrendRange {
  const chosen = params.get("trend");
  if (chosen === null) return trendOf(scopeOf(params));
  return { ...trendOf({ since: chosen }), isRange: false };
}

/** Number of listed events; undefined if no counter has it. */
export function eventsInRange(
  params: URLSearchParams,
  total: number,
  trend: readonly number[],
): number | undefined {
  const scope: Scope = scopeOf(params);
  if (scope.since === undefined) return scope.environment === undefined ? total : undefined;
  return issueTrendOf(params).isRange ? trend.reduce((sum, count) => sum + count, 0) : undefined;
}
