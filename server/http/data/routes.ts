import { type Request, type Response, Router } from "express";
import type { ProjectAct } from "#server/domain/people/permission.ts";
import { untrustedHeaders } from "#server/domain/download.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import { sendProblem } from "#server/http/problem.ts";
import type { Services } from "#server/services.ts";
import { alertData, alertListData } from "./alerts.ts";
import { type AskedProject, findProject, movedTo } from "./asked.ts";
import { activityData } from "./activity.ts";
import { releaseComparisonData } from "./compare-releases.ts";
import { feedbackListData } from "./feedback.ts";
import { deliveriesData } from "./deliveries.ts";
import { eventData } from "./event.ts";
import { issueData } from "./issue.ts";
import { issueListData } from "./issue-list.ts";
import { issueSuggestionData } from "./issue-suggestions.ts";
import { monitorData, monitorListData } from "./monitors.ts";
import { releaseData, releaseListData } from "./releases.ts";
import { routeData } from "./route.ts";
import { routeFindingsData } from "./route-findings.ts";
import { routeListData } from "./routes-list.ts";
import { traceData } from "./trace.ts";
import { traceListData } from "./traces.ts";
import { vitalsData } from "./vitals.ts";

/** A page's content as data: everything is checked by the time it is called. */
export type DataHandler = (asked: AskedProject, request: Request) => Promise<object | Problem>;

/** Where a page's content is, and what one must be allowed to do in the project to read it. */
export type DataRoute = { path: `/:project/${string}.json`; act: ProjectAct; handler: DataHandler };

/** The pages' content at their own paths with `.json` appended (SPEC section 10). */
export const dataRoutes: readonly DataRoute[] = [
  { path: "/:project/issues.json", act: "issue:read", handler: issueListData },
  { path: "/:project/issues/suggestions.json", act: "issue:read", handler: issueSuggestionData },
  { path: "/:project/issues/:issue.json", act: "issue:read", handler: issueData },
  { path: "/:project/issues/:issue/activity.json", act: "issue:read", handler: activityData },
  { path: "/:project/issues/:issue/events/:event.json", act: "issue:read", handler: eventData },
  { path: "/:project/feedback.json", act: "issue:read", handler: feedbackListData },
  { path: "/:project/routes.json", act: "project:read", handler: routeListData },
  { path: "/:project/routes/:route.json", act: "project:read", handler: routeData },
  { path: "/:project/routes/:route/compare.json", act: "project:read", handler: releaseComparisonData },
  { path: "/:project/routes/:route/findings.json", act: "project:read", handler: routeFindingsData },
  { path: "/:project/releases.json", act: "project:read", handler: releaseListData },
  { path: "/:project/releases/*version.json", act: "project:read", handler: releaseData },
  { path: "/:project/monitors.json", act: "project:read", handler: monitorListData },
  { path: "/:project/monitors/:monitor.json", act: "project:read", handler: monitorData },
  { path: "/:project/alerts.json", act: "project:read", handler: alertListData },
  { path: "/:project/alerts/:rule.json", act: "project:read", handler: alertData },
  { path: "/:project/vitals.json", act: "project:read", handler: vitalsData },
  { path: "/:project/alerts/:rule/deliveries.json", act: "project:read", handler: deliveriesData },
  { path: "/:project/traces.json", act: "project:read", handler: traceListData },
  { path: "/:project/traces/:trace.json", act: "project:read", handler: traceData },
];

/** Their one door: who asks, for which project, and may they? Only then is a handler called. */
export function dataRouter(services: Services): Router {
  const router = Router({ caseSensitive: true });
  for (const { path, act, handler } of dataRoutes) {
    router.get(path, async (request: Request, response: Response) => {
      const asked = await findProject(services, request, act);
      const moved = isProblem(asked) ? undefined : await movedTo(asked, request);
      if (moved !== undefined) return response.redirect(302, moved);
      const content = isProblem(asked) ? asked : await handler(asked, request);
      response.set(untrustedHeaders);
      if (isProblem(content)) sendProblem(response, content);
      else response.json(content);
    });
  }
  return router;
}
