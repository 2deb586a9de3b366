import { compareShares } from "#server/domain/rollup/compare/compare-shares.ts";
import { quantileChange } from "#server/domain/rollup/compare/change.ts";
import { figuresOf } from "#server/domain/rollup/figures.ts";
import { percentileName, routeQuantiles } from "#server/domain/rollup/percentiles.ts";
import { type Compared, countChange, type RouteEntry } from "#server/domain/rollup/route-entry.ts";
import { apdexText, percentileText, rateText, shareText } from "../figure-text.ts";

/** A figure and its previous value. `by`: change as a fraction, absent if not significant. */
export type Headline = {
  name: string;
  now: string;
  before?: string;
  by?: number;
  words: "speed" | "often" | "failures";
};

/** The key figures, most needed first. */
export function headlineOf(entry: Compared & Pick<RouteEntry, "perMinute">): Headline[] {
  const now = figuresOf(entry.rollup);
  const was = entry.before ? figuresOf(entry.before.rollup) : undefined;
  const often: Headline = {
    name: "Req/min",
    now: rateText(entry.perMinute),
    words: "often",
    ...(entry.before && { before: rateText(entry.before.perMinute) }),
    by: countChange(entry)?.by,
  };
  const failures: Headline = {
    name: "Failure rate",
    now: shareText(now.failureRate),
    words: "failures",
    by: failureChange(entry),
    ...(was && { before: shareText(was.failureRate) }),
  };
  const apdex: Headline = {
    name: "Apdex",
    now: apdexText(now.apdex),
    words: "speed",
    ...(was && { before: apdexText(was.apdex) }),
  };
  const quantiles = routeQuantiles.map((q): Headline => {
    const read = (each: Compared["rollup"]) => percentileText(each.durations.quantile(q) ?? 0);
    return {
      name: percentileName(q),
      now: read(entry.rollup),
      words: "speed",
      ...(entry.before && {
        before: read(entry.before.rollup),
        by: quantileChange(entry.before.rollup.durations, entry.rollup.durations, q)?.by,
      }),
    };
  });
  return [...quantiles, often, failures, apdex];
}

/** The rule for comparing releases. Without previous failures, there is no relative change. */
function failureChange({ rollup, before }: Compared): number | undefined {
  if (!before) return undefined;
  const was = { part: before.rollup.failed, whole: before.rollup.durations.count };
  const is = { part: rollup.failed, whole: rollup.durations.count };
  const verdict = compareShares(was, is);
  if (was.part === 0 || (verdict !== "more-often" && verdict !== "less-often")) return undefined;
  return is.part / is.whole / (was.part / was.whole) - 1;
}
