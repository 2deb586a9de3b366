import { href, type MiddlewareFunction, redirect, type ServerBuild } from "react-router";
import type { RouteRule } from "#app/route-entry.ts";
import { type AccessPlan, type PageAccess, planAccess } from "#app/access-plan.ts";
import {
  patternContext,
  projectContext,
  requestContext,
  servicesContext,
  viewerContext,
} from "#app/context.ts";
import { notFound, refusal, signInPath } from "#app/guard.ts";
import { basePath } from "#app/local-path.ts";
import {
  isAmong,
  isProjectAct,
  mayKnow,
  refusalSentence,
  type Who,
} from "#server/domain/people/permission.ts";
import { searchProblem } from "#server/domain/search/check-search.ts";

/**
 * Authorizes each page. Middleware of the root route, so that it runs before any loader or action,
 * including data requests. Throws a message if a route has no rule (`access-plan.ts`).
 */
export function withAuthorization(build: ServerBuild): ServerBuild {
  const { root } = build.routes;
  if (!root) throw new Error("The build has no root route.");
  const middleware = [authorize(planAccess(build.routes)), ...(root.module.middleware ?? [])];
  return {
    ...build,
    routes: { ...build.routes, root: { ...root, module: { ...root.module, middleware } } },
  };
}

type Asked = Parameters<MiddlewareFunction<Response>>[0];

function authorize(plan: AccessPlan): MiddlewareFunction<Response> {
  return async (asked) => {
    const page = plan.get(asked.pattern);
    asked.context.set(patternContext, asked.pattern);
    if (!page) throw new Error(`No rule says who may open ${asked.pattern}.`);
    await admit(asked, [...page.read, ...(await askedByPost(asked.request, page))]);
    if (!page.takesFiles && (await isBrokenForm(asked.request)))
      throw refusal(
        asked,
        400,
        "This form could not be read: its multipart/form-data body is malformed.",
      );
    // A list that ignored an invalid start or cursor would show something other than requested.
    const wrong = isReading(asked.request)
      ? searchProblem(asked.url.searchParams, Date.now())
      : undefined;
    if (wrong) throw refusal(asked, 400, wrong.detail);
    // Without a call of `next`, the router continues by itself, and this middleware's span ends
    // here.
  };
}

/** Passes viewers that satisfy all rules; throws the response for others. */
async function admit(asked: Asked, whos: Who[]): Promise<void> {
  if (whos.every((who) => who === "public")) return;
  const viewer = asked.context.get(viewerContext);
  if (!viewer) throw toSignIn(asked);
  if (viewer.needsSecondFactor && !whos.every((who) => who === "public" || who === "session"))
    throw toSecondFactor(asked);
  const project = whos.some(isProjectAct) ? await findProject(asked) : undefined;
  if (whos.some(isProjectAct) && !(project && mayKnow(viewer, project.id)))
    throw notFound(asked, "Project not found.");
  if (project) asked.context.set(projectContext, project);
  const missing = whos.find((who) => !isAmong(viewer, who, project?.id));
  if (missing !== undefined) throw refusal(asked, 403, refusalSentence(viewer, missing));
}

/** The router adds the base path to redirects of loaders, but not of middleware. */
function toSignIn(asked: Asked): Response {
  return redirect(basePath(asked.context.get(requestContext)) + signInPath(asked), 303);
}

/** Redirects to two-factor setup, which the instance requires. */
function toSecondFactor({ context }: Asked): Response {
  return redirect(basePath(context.get(requestContext)) + href("/account/two-factor"), 303);
}

async function findProject({ context, params }: Asked) {
  return params.project === undefined
    ? undefined
    : context.get(servicesContext).store.projects.bySlug(params.project);
}

/** Of the two form encodings, only this one can fail to parse. Pages use it only for uploads. */
async function isBrokenForm(request: Request): Promise<boolean> {
  if (!/^multipart\/form-data/i.test(request.headers.get("content-type") ?? "")) return false;
  const form = await request
    .clone()
    .formData()
    .catch(() => undefined);
  return form === undefined;
}

const isReading = ({ method }: Request) => method === "GET" || method === "HEAD";

async function askedByPost(request: Request, page: PageAccess): Promise<Who[]> {
  if (isReading(request)) return [];
  const toIndex = new URL(request.url).searchParams.getAll("index").includes("");
  const rule = toIndex ? page.indexPost : page.post;
  if (rule === undefined || typeof rule === "string") return rule ? [rule] : [];
  return whoMay(rule, await intentsOf(request));
}

/** A form with two intents requires both permissions; without a known intent, it requires all. */
function whoMay(rule: Exclude<RouteRule["post"], string | undefined>, intents: string[]): Who[] {
  const known = intents.length > 0 && intents.every((intent) => Object.hasOwn(rule, intent));
  return known ? intents.map((intent) => rule[intent]!) : Object.values(rule);
}

async function intentsOf(request: Request): Promise<string[]> {
  const form = await request
    .clone()
    .formData()
    .catch(() => new FormData());
  return form.getAll("intent").map(String);
}
