import type { IssueId, ProjectId, TraceId } from "#server/domain/ids.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { Operation } from "#server/domain/rollup/operation.ts";
import type { TraceSample } from "#server/domain/rollup/sample.ts";
import type { Window } from "#server/domain/rollup/window.ts";
import type { Store } from "#server/storage/store.ts";

/**
 * An issue related to a route, and the evidence: an event in a failed trace of the route, or its
 * culprit.
 */
export type RouteIssue = { issue: Issue; foundBy: "trace" | "culprit" };

const mostIssues = 10;
/** Number of issues that mention the route and are checked for events on it. */
const mostMentioning = 50;
const eventsOfTrace = 20;
const dayMs = 86_400_000;

/**
 * No index links routes to issues. Two sources are combined: events in the route's failed traces,
 * which are certain, and issues with the route as their culprit (`GET /cart`, `/cart`), an SDK's
 * transaction name.
 */
export function createIssuesOfRoute({ issues, events }: Pick<Store, "issues" | "events">) {
  return async (
    projectId: ProjectId,
    { route }: Operation,
    window: Window,
    failed: TraceSample[],
  ): Promise<RouteIssue[]> => {
    const [ids, named] = await Promise.all([
      Promise.all(
        failed.map(({ traceId, startedAt }) => issuesOfTrace(projectId, traceId, startedAt)),
      ),
      issues.list({
        projectId,
        query: { states: [], levels: [], words: [route] },
        sort: "last-seen",
        limit: mostMentioning,
        since: window.since,
        until: window.until,
      }),
    ]);
    const found = await issues.findEach(projectId, { ids: [...new Set(ids.flat())] });
    const byTrace = [...found.values()].map((issue): RouteIssue => ({ issue, foundBy: "trace" }));
    const known = new Set(byTrace.map(({ issue }) => issue.id));
    const byCulprit = named.rows
      .filter((issue) => !known.has(issue.id) && happenedOn(issue, route))
      .map((issue): RouteIssue => ({ issue, foundBy: "culprit" }));
    return [...byTrace, ...byCulprit].slice(0, mostIssues);
  };

  async function issuesOfTrace(
    projectId: ProjectId,
    traceId: TraceId,
    startedAt: number,
  ): Promise<IssueId[]> {
    const days = { from: Math.floor(startedAt) - dayMs, to: Math.ceil(startedAt) + dayMs };
    const inTrace = await events.ofTrace({ projectId, traceId, ...days, limit: eventsOfTrace });
    return inTrace.map(({ issueId }) => issueId);
  }
}

const happenedOn = ({ culprit }: Issue, route: string): boolean =>
  culprit.split(/\s+/).includes(route);
