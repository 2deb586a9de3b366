import type { Problem } from "#server/domain/problem.ts";
import type { StoredOperation } from "#server/domain/rollup/operation.ts";
import { readRouteQuery } from "#server/domain/rollup/route-query.ts";
import type { TraceSample } from "#server/domain/rollup/sample.ts";
import type { ReleaseRollup } from "#server/storage/rollups/rollup-store.ts";
import { issueJson } from "./issue-json.ts";
import { figuresJson, previousJson, windowJson } from "./route-figures-json.ts";
import type { DataHandler } from "./routes.ts";
import { paramsOf } from "./search-params.ts";

export const noRoute: Problem = { problem: "not-found", detail: "Route not found." };

const minuteMs = 60_000;

/** The content of a route's page. `:route` is an operation's ID or an encoded route pattern. */
export const routeData = (async ({ services, project }, request) => {
  const query = readRouteQuery(paramsOf(request), services.now());
  const operation = await services.findRoute(project.id, String(request.params.route), query);
  if (!operation) return noRoute;
  const read = await services.readRoute(project, operation, query);
  const { entry, step, series, releases, samples, siblings, issues, before, window } = read;
  return {
    ...operationJson(operation),
    ...windowJson(window),
    ...figuresJson(entry.rollup, entry.minutes.now),
    ...previousJson(entry),
    previousPeriod: before ? windowJson(before) : null,
    histogram: [...entry.rollup.durations.buckets()].map(([bucket, count]) => ({ bucket, count })),
    series: {
      step,
      steps: series.map(({ at, rollup }) => ({
        at: isoOf(at),
        ...figuresJson(rollup, stepMinutes(series)),
      })),
    },
    releases: releases.map((release) => releaseJson(release, entry.minutes.now)),
    samples: {
      slow: samples.slow.map(sampleJson),
      failed: samples.failed.map(sampleJson),
      random: samples.random.map(sampleJson),
    },
    siblings: siblings.map((each) => ({ ...operationJson(each.operation), count: each.count })),
    issues: issues.map(({ issue, foundBy }) => ({ ...issueJson(issue), foundBy })),
  };
}) satisfies DataHandler;

export const operationJson = ({ id, route, method, service, kind }: StoredOperation) => ({
  id,
  route,
  method: method ?? null,
  service,
  kind,
});

const stepMinutes = ([first, second]: { at: number }[]): number =>
  first && second ? (second.at - first.at) / minuteMs : 1;

const releaseJson = ({ release, firstAt, lastAt, rollup }: ReleaseRollup, minutes: number) => ({
  release: release || null,
  firstAt: isoOf(firstAt),
  lastAt: isoOf(lastAt),
  ...figuresJson(rollup, minutes),
});

const sampleJson = ({ startedAt, release, ...sample }: TraceSample) => ({
  ...sample,
  startedAt: isoOf(startedAt),
  release: release ?? null,
});

const isoOf = (at: number): string => new Date(at).toISOString();
