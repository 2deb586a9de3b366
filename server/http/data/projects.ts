import type { Request } from "express";
import { missingScope, refusalSentence } from "#server/domain/people/permission.ts";
import { msAt, percentileFields, trafficQuantiles } from "#server/domain/rollup/percentiles.ts";
import type { Problem } from "#server/domain/problem.ts";
import { viewerOf } from "#server/http/viewer.ts";
import type { Services } from "#server/services.ts";
import type { ListedProject } from "#server/read/list-projects.ts";
import type { Traffic } from "#server/read/read-traffic.ts";
import { msJson } from "./route-figures-json.ts";

/** The home page: projects that the viewer can read, each with its last 24 hours. */
export async function projectListData(
  services: Services,
  request: Request,
): Promise<object | Problem> {
  const viewer = await viewerOf(request, services.commands);
  if (!viewer)
    return {
      problem: "unauthenticated",
      detail: "Sign in, or send an API token: Authorization: Bearer TOKEN.",
    };
  if (missingScope(viewer, "project:read") !== undefined)
    return { problem: "forbidden", detail: refusalSentence(viewer, "project:read") };
  return { projects: (await services.listProjects(viewer, patienceMs)).map(projectJson) };
}

/** Longer than a page's wait: a program asks only once. */
const patienceMs = 400;

function projectJson({ project: { id, slug, name, platform }, overview, traffic }: ListedProject) {
  return {
    id: String(id),
    slug,
    name,
    platform,
    // Null: the node of the database cluster doesn't respond.
    openIssues: overview?.openIssues ?? null,
    newIssues: overview?.newIssues ?? null,
    latestReleases: overview?.latestReleases ?? [],
    events: overview
      ? { count: overview.hours.reduce((sum, count) => sum + count, 0), hours: overview.hours }
      : null,
    // Null: not available in time.
    traffic: traffic ? trafficJson(traffic) : null,
  };
}

const trafficJson = ({ percentiles, count, failed, failedHours }: Traffic) => ({
  count,
  failed,
  failedHours,
  ...percentileFields(trafficQuantiles, (quantile) => msJson(msAt(percentiles, quantile))),
});
