import { originOf } from "#server/http/origin-of.ts";
import { type Request, type RequestHandler, Router } from "express";
import type { ProjectAct } from "#server/domain/people/permission.ts";
import { untrustedHeaders } from "#server/domain/download.ts";
import { searchProblem } from "#server/domain/search/check-search.ts";
import { unknownParameter } from "#server/domain/search/unknown-parameters.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import { type MarkdownForm, markdownForms, type WrittenPath } from "#server/http/markdown/forms.ts";
import { allowOnly } from "#server/http/allow.ts";
import { dataOperations as says } from "#server/http/openapi/data-operations.ts";
import type { Described } from "#server/http/openapi/operation.ts";
import { sendProblem } from "#server/http/problem.ts";
import { nameRequest } from "#server/telemetry/http-span.ts";
import type { Services } from "#server/services.ts";
import { alertData, alertListData } from "./alerts.ts";
import { type Address, type AskedProject, findProject, movedTo } from "./asked.ts";
import { activityData } from "./activity.ts";
import { releaseComparisonData } from "./compare-releases.ts";
import { feedbackListData } from "./feedback.ts";
import { deliveriesData } from "./deliveries.ts";
import { eventData } from "./event.ts";
import { issueData } from "./issue.ts";
import { issueListData } from "./issue-list.ts";
import { issueSuggestionData } from "./issue-suggestions.ts";
import { monitorData, monitorListData } from "./monitors.ts";
import { projectListData } from "./projects.ts";
import { releaseData, releaseListData } from "./releases.ts";
import { routeData } from "./route.ts";
import { routeFindingsData } from "./route-findings.ts";
import { routeListData } from "./routes-list.ts";
import { traceData } from "./trace.ts";
import { traceListData } from "./traces.ts";
import { paramsOf } from "./search-params.ts";
import { vitalsData } from "./vitals.ts";

/** Returns a page's content as data. Access is checked before it is called. */
export type DataHandler = (asked: AskedProject, request: Address) => Promise<object | Problem>;
export type ContentOf<Handler extends DataHandler> = Exclude<Awaited<ReturnType<Handler>>, Problem>;

/** Path of a page's content, required permission, and its description in `openapi.json`. */
type DataRoute = JsonRoute | MarkdownRoute;
type JsonRoute = {
  path: `/:project/${string}.json`;
  act: ProjectAct;
  handler: DataHandler;
  says: Described;
};
/** Same, rendered as Markdown for terminals and coding assistants. */
type MarkdownRoute = { path: WrittenPath; act: ProjectAct; form: MarkdownForm; says: Described };

/** The pages' content at their own paths with `.json` or `.md` appended. */
export const dataRoutes: readonly DataRoute[] = [
  { path: "/:project/issues.json", act: "issue:read", handler: issueListData, says: says.issues },
  {
    path: "/:project/issues/suggestions.json",
    act: "issue:read",
    handler: issueSuggestionData,
    says: says.suggestions,
  },
  { path: "/:project/issues/:issue.json", act: "issue:read", handler: issueData, says: says.issue },
  {
    path: "/:project/issues/:issue/activity.json",
    act: "issue:read",
    handler: activityData,
    says: says.activity,
  },
  {
    path: "/:project/issues/:issue/events/:event.json",
    act: "issue:read",
    handler: eventData,
    says: says.event,
  },
  {
    path: "/:project/feedback.json",
    act: "issue:read",
    handler: feedbackListData,
    says: says.feedback,
  },
  { path: "/:project/routes.json", act: "project:read", handler: routeListData, says: says.routes },
  {
    path: "/:project/routes/:route.json",
    act: "project:read",
    handler: routeData,
    says: says.route,
  },
  {
    path: "/:project/routes/:route/compare.json",
    act: "project:read",
    handler: releaseComparisonData,
    says: says.compare,
  },
  {
    path: "/:project/routes/:route/findings.json",
    act: "project:read",
    handler: routeFindingsData,
    says: says.findings,
  },
  {
    path: "/:project/releases.json",
    act: "project:read",
    handler: releaseListData,
    says: says.releases,
  },
  {
    path: "/:project/releases/*version.json",
    act: "project:read",
    handler: releaseData,
    says: says.release,
  },
  {
    path: "/:project/monitors.json",
    act: "project:read",
    handler: monitorListData,
    says: says.monitors,
  },
  {
    path: "/:project/monitors/:monitor.json",
    act: "project:read",
    handler: monitorData,
    says: says.monitor,
  },
  { path: "/:project/alerts.json", act: "project:read", handler: alertListData, says: says.alerts },
  {
    path: "/:project/alerts/:rule.json",
    act: "project:read",
    handler: alertData,
    says: says.alert,
  },
  { path: "/:project/vitals.json", act: "project:read", handler: vitalsData, says: says.vitals },
  {
    path: "/:project/alerts/:rule/deliveries.json",
    act: "project:read",
    handler: deliveriesData,
    says: says.deliveries,
  },
  { path: "/:project/traces.json", act: "project:read", handler: traceListData, says: says.traces },
  {
    path: "/:project/traces/:trace.json",
    act: "project:read",
    handler: traceData,
    says: says.trace,
  },
  { path: "/:project/issues.md", act: "issue:read", form: markdownForms.issues, says: says.issues },
  {
    path: "/:project/issues/:issue.md",
    act: "issue:read",
    form: markdownForms.issue,
    says: says.issue,
  },
  {
    path: "/:project/issues/:issue/events/:event.md",
    act: "issue:read",
    form: markdownForms.event,
    says: says.event,
  },
  {
    path: "/:project/routes.md",
    act: "project:read",
    form: markdownForms.routes,
    says: says.routes,
  },
  {
    path: "/:project/routes/:route.md",
    act: "project:read",
    form: markdownForms.route,
    says: says.route,
  },
  {
    path: "/:project/traces.md",
    act: "project:read",
    form: markdownForms.traces,
    says: says.traces,
  },
  {
    path: "/:project/traces/:trace.md",
    act: "project:read",
    form: markdownForms.trace,
    says: says.trace,
  },
];

/** Content outside projects. Each handler checks access itself. */
export const instanceRoutes = [
  { path: "/projects.json", act: "project:read", handler: projectListData, says: says.projects },
] as const satisfies InstanceRoute[];

type InstanceRoute = {
  path: `/${string}.json`;
  act: ProjectAct;
  handler: (services: Services, request: Request) => Promise<object | Problem>;
  says: Described;
};

const noSuchData: Problem = {
  problem: "not-found",
  detail: "No data at this URL. Append .json or .md to the URL of a page that supports it.",
};

type DataDeps = { services: Services; basePath?: string; publicUrl?: string };

/** Authorizes every request before its handler: caller, project, and permission. */
export function dataRouter(deps: DataDeps): Router {
  const router = Router({ caseSensitive: true });
  // Other requests skip these routes.
  router.use((request, _response, next) =>
    /\.(?:json|md)$/.test(request.path) ? next() : next("router"),
  );
  for (const route of instanceRoutes)
    router
      .route(route.path)
      .get(answerInstance(route, deps.services))
      .all(allowOnly("GET", "HEAD"));
  for (const route of dataRoutes)
    router.route(route.path).get(answer(route, deps)).all(allowOnly("GET", "HEAD"));
  // Names of tags and releases may have any extension: their pages are matched next.
  router.use((request, response, next) => {
    if (/^\/[^/]+\/(?:issues\/[^/]+\/tags|releases)\/./.test(request.path)) next();
    else sendProblem(response.set(untrustedHeaders), noSuchData);
  });
  return router;
}

function answerInstance(
  { path, handler, says }: (typeof instanceRoutes)[number],
  services: Services,
): RequestHandler {
  return async (request, response) => {
    nameRequest(request.method, path);
    const content = unknownIn(says, paramsOf(request)) ?? (await handler(services, request));
    response.set(untrustedHeaders);
    return isProblem(content) ? sendProblem(response, content) : void response.json(content);
  };
}

function answer(
  route: DataRoute,
  { services, basePath = "", publicUrl }: DataDeps,
): RequestHandler {
  return async (request, response) => {
    nameRequest(request.method, route.path);
    const asked = await findProject(services, request, route.act);
    const moved = isProblem(asked) ? undefined : await movedTo(asked, request);
    if (moved !== undefined) return response.redirect(302, moved);
    const params = paramsOf(request);
    const wrong = isProblem(asked)
      ? asked
      : (unknownIn(route.says, params) ?? searchProblem(params, services.now()));
    const content = wrong ?? (await handlerOf(route)(asked as AskedProject, request));
    response.set(untrustedHeaders);
    if (isProblem(asked) || isProblem(content))
      return sendProblem(response, isProblem(asked) ? asked : (content as Problem));
    if ("handler" in route) return void response.json(content);
    const url = publicUrl ?? `${originOf(request.protocol, request.get("host"))}${basePath}`;
    response
      .type("text/markdown; charset=utf-8")
      .send(route.form.write(content, { url, project: asked.project.slug }));
  };
}

const unknownIn = ({ query = [] }: Described, params: URLSearchParams): Problem | undefined =>
  unknownParameter(
    params,
    query.map(({ name }) => name),
  );

const handlerOf = (route: DataRoute): DataHandler =>
  "handler" in route ? route.handler : route.form.read;
