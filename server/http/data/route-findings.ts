import { adviceOn, isTelling } from "#server/domain/route-findings/advice.ts";
import { readRouteQuery } from "#server/domain/rollup/route-query.ts";
import { msAt, percentileField, slowQuantile } from "#server/domain/rollup/percentiles.ts";
import { noRoute, operationJson } from "./route.ts";
import { windowJson } from "./route-figures-json.ts";
import type { DataHandler } from "./routes.ts";
import { paramsOf } from "./search-params.ts";

/**
 * What a route's sampled traces have in common, as on its page. `?since&until&environment&release`.
 */
export const routeFindingsData = (async ({ services, project }, request) => {
  const query = readRouteQuery(paramsOf(request), services.now());
  const operation = await services.findRoute(project.id, String(request.params.route), query);
  if (!operation) return noRoute;
  const { window, environment, release } = query;
  const filter = {
    projectId: project.id,
    environment,
    release,
    ...window,
    operationId: operation.id,
  };
  const { findings, sampled, lookedAt, passedOver, slowest } =
    await services.readRouteFindings(filter);
  const { count, loaders, ...found } = findings;
  return {
    ...operationJson(operation),
    ...windowJson(window),
    advice: count > 0 && isTelling(lookedAt, passedOver.outOfTime) ? adviceOn(findings) : null,
    looked: { sampled, at: lookedAt, requests: count, ...passedOver },
    ...found,
    loaders: loaders.map(({ percentiles, ...loader }) => ({
      ...loader,
      medianMs: msAt(percentiles, 0.5),
      [percentileField(slowQuantile)]: msAt(percentiles, slowQuantile),
    })),
    slowest: slowest.map(({ sample, findings: alone }) => ({
      ...sample,
      startedAt: new Date(sample.startedAt).toISOString(),
      advice: adviceOn(alone),
    })),
  };
}) satisfies DataHandler;
