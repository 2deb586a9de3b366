import {
  type ComparedQuantile,
  ofQuantiles,
} from "#server/domain/rollup/compare/compare-rollups.ts";
import { comparisonSentences } from "#server/domain/rollup/compare/compare-words.ts";
import { dataQuantiles } from "#server/domain/rollup/percentiles.ts";
import { readRouteQuery } from "#server/domain/rollup/route-query.ts";
import { readWindow } from "#server/domain/rollup/window.ts";
import type { ComparedRoute } from "#server/domain/trace/route-tree/compare-routes.ts";
import type { RouteRow } from "#server/domain/trace/route-tree/route-tree.ts";
import type { ReleaseRollup } from "#server/storage/rollups/rollup-store.ts";
import { operationJson } from "./route.ts";
import { rounded, windowJson } from "./route-figures-json.ts";
import type { DataHandler } from "./routes.ts";
import { paramsOf } from "./search-params.ts";
import type { ReleaseComparison } from "#server/read/compare-releases.ts";
import type { TypicalTrace } from "#server/read/typical-traces.ts";

/**
 * `?from&to&environment&since&until`: compares two releases of a route, by default the newest and
 * the one before, within 30 days.
 */
export const releaseComparisonData: DataHandler = async ({ services, project }, request) => {
  const params = paramsOf(request);
  const now = services.now();
  const window = readWindow(
    { since: params.get("since") ?? "30d", until: params.get("until") },
    now,
  );
  const { environment } = readRouteQuery(params, now);
  const operation = await services.findRoute(project.id, String(request.params.route), {
    window,
    environment,
  });
  if (!operation) return { problem: "not-found", detail: "Route not found." };
  const filter = { projectId: project.id, environment, ...window, operationId: operation.id };
  const { releases, compared } = await services.compareReleases({
    ...filter,
    from: params.get("from"),
    to: params.get("to"),
  });
  return {
    ...operationJson(operation),
    ...windowJson(window),
    releases: releases.map(({ release, rollup }) => ({
      release: release || null,
      count: rollup.durations.count,
    })),
    comparison: compared ? comparisonJson(compared) : null,
  };
};

function comparisonJson({
  from,
  to,
  comparison: whole,
  samples,
  routes,
}: NonNullable<ReleaseComparison["compared"]>) {
  const comparison = ofQuantiles(whole, dataQuantiles);
  return {
    from: sideJson(from, samples.from),
    to: sideJson(to, samples.to),
    summary: comparisonSentences(comparison),
    quantiles: comparison.quantiles.map(quantileJson),
    failureRate: comparison.failures,
    routes: routes.map(routeJson),
  };
}

const sideJson = (
  { release, firstAt, lastAt, rollup }: ReleaseRollup,
  sample: TypicalTrace | undefined,
) => ({
  release: release || null,
  count: rollup.durations.count,
  firstAt: new Date(firstAt).toISOString(),
  lastAt: new Date(lastAt).toISOString(),
  sample: sample
    ? { traceId: sample.traceId, spanId: sample.spanId, durationMs: rounded(sample.durationMs) }
    : null,
});

/** `range`: 95% confidence interval; null if there are too few requests. */
const quantileJson = ({ q, beforeMs, afterMs, before, after, verdict }: ComparedQuantile) => ({
  q,
  verdict,
  fromMs: beforeMs === undefined ? null : rounded(beforeMs),
  toMs: afterMs === undefined ? null : rounded(afterMs),
  fromRangeMs: before ? [rounded(before.low), rounded(before.high)] : null,
  toRangeMs: after ? [rounded(after.low), rounded(after.high)] : null,
});

const routeJson = ({ routeId, path, depth, before, after, differenceMs }: ComparedRoute) => ({
  routeId,
  path: path ?? null,
  depth,
  differenceMs: rounded(differenceMs),
  from: before ? rowJson(before) : null,
  to: after ? rowJson(after) : null,
});

const rowJson = ({ durationMs, blockedMs, status, why }: RouteRow) => ({
  durationMs: rounded(durationMs),
  blockedMs: rounded(blockedMs),
  status,
  why,
});
