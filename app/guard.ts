import type { RouterContextProvider } from "react-router";
import { data, href, redirect } from "react-router";
import { projectContext, requestContext, servicesContext, viewerContext } from "#app/context.ts";
import { type Frame, frameOf } from "#app/frame.ts";
import { basePath } from "#app/local-path.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import { parseIssueName } from "#server/domain/issue/short-id.ts";
import {
  mayAdminister,
  may,
  type ProjectAct,
  refusalSentence,
} from "#server/domain/people/permission.ts";
import type { Asker } from "#server/domain/people/audit.ts";
import type { Viewer } from "#server/domain/people/person.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { Services } from "#server/services.ts";

/**
 * First call of every loader and action: the viewer and the subject. `authorize.ts` has checked the
 * rules of `route-table.ts`; additional requirements of a loader are checked here. Failures are
 * thrown as responses.
 */
type Asked<Params = unknown> = {
  context: Readonly<RouterContextProvider>;
  url: URL;
  params: Params;
  request?: Request;
};

export type AskedByViewer = {
  services: Services;
  viewer: Viewer;
  /** For the audit log. */ asker: Asker;
};
export type AskedInProject = AskedByViewer & { project: Project };
/** `seen`: the newest activity before the issue was read, so that later changes count as unseen. */
export type AskedAboutIssue = AskedInProject & { issue: Issue; seen: number };

/** Redirects signed-out visitors to the sign-in page, and back here afterwards. */
export function requireViewer({ context, url }: Asked): AskedByViewer {
  const viewer = context.get(viewerContext);
  if (!viewer) throw redirect(signInPath({ context, url }), 303);
  return { services: context.get(servicesContext), viewer, asker: askerOf(context) };
}

/** User and address for the audit log; without a user on public pages. */
function askerOf(context: Readonly<RouterContextProvider>): Asker {
  const user = context.get(viewerContext)?.user;
  return { address: context.get(requestContext).address, ...(user && { user }) };
}

/** Requires a user who can create projects. */
export function requireOwner(asked: Asked): AskedByViewer {
  const byViewer = requireViewer(asked);
  if (!mayAdminister(byViewer.viewer))
    throw refusal(asked, 403, refusalSentence(byViewer.viewer, "owner"));
  return byViewer;
}

/** The project in the URL. 403 if the viewer can read it but not act on it. */
export async function requireProject(
  asked: Asked<{ project: string }>,
  act: ProjectAct,
): Promise<AskedInProject> {
  const byViewer = requireViewer(asked);
  // Set by authorization on every page with a project.
  const project = asked.context.get(projectContext)!;
  if (!may(byViewer.viewer, act, project.id))
    throw refusal(asked, 403, refusalSentence(byViewer.viewer, act));
  return { ...byViewer, project };
}

export async function requireIssue(
  asked: Asked<{ project: string; issue: string }>,
  act: ProjectAct,
): Promise<AskedAboutIssue> {
  const inProject = await requireProject(asked, act);
  const { issue, seen } = await readIssue(inProject, asked);
  if (!issue)
    throw notFound(
      asked,
      `${asked.params.issue.slice(0, 60)} doesn't exist, was deleted, or isn't visible to your account.`,
    );
  if (isReading(asked) && !isNamed(issue, asked.params.issue, inProject.project))
    throw redirect(ownPath(asked, issue), 302);
  return { ...inProject, issue, seen };
}

type IssueReading = { issue: Issue | undefined; seen: number };

const issueReadings = new WeakMap<Readonly<RouterContextProvider>, Promise<IssueReading>>();

/** Read once for all loaders of a page; an action changes it in between. */
function readIssue(
  inProject: AskedInProject,
  asked: Asked<{ issue: string }>,
): Promise<IssueReading> {
  const { context, params } = asked;
  const known = isReading(asked) ? issueReadings.get(context) : undefined;
  if (known) return known;
  const reading = findSeen(inProject, params.issue);
  if (isReading(asked)) issueReadings.set(context, reading);
  return reading;
}

async function findSeen(inProject: AskedInProject, name: string): Promise<IssueReading> {
  const seen = await inProject.services.store.issues.newestActivity();
  return { seen, issue: await findIssue(inProject, name) };
}

const isReading = ({ request }: Asked) =>
  request === undefined || request.method === "GET" || request.method === "HEAD";

function isNamed({ id, number }: Issue, name: string, project: Project): boolean {
  const named = parseIssueName(name, project);
  return named !== undefined && ("id" in named ? named.id === id : named.number === number);
}

/** A merged issue's pages redirect to the target's; posts to it act on the target. */
function ownPath({ context, url, params }: Asked<{ issue: string }>, { shortId }: Issue): string {
  return pathWithin(context, url).replace(`/issues/${params.issue}`, `/issues/${shortId}`);
}

/** By short ID (`SHOP-142`) or number; undefined if the project has no such issue. */
export async function findIssue(
  { services, project }: AskedInProject,
  name: string,
): Promise<Issue | undefined> {
  const named = parseIssueName(name, project);
  return named && services.store.issues.find(project.id, named);
}

/** The named issues of the project, without duplicates. */
export async function findIssues(
  { services, project }: AskedInProject,
  names: string[],
): Promise<Issue[]> {
  const named = names.flatMap((name) => parseIssueName(name, project) ?? []);
  const { issues } = services.store;
  const found = await Promise.all([
    issues.findEach(project.id, { ids: named.flatMap((name) => ("id" in name ? name.id : [])) }),
    issues.findEach(project.id, {
      numbers: named.flatMap((name) => ("number" in name ? name.number : [])),
    }),
  ]);
  const all = found.flatMap((each) => [...each.values()]);
  return [...new Map(all.map((issue) => [issue.id, issue])).values()];
}

export function notFound(asked: Pick<Asked, "context">, detail: string) {
  return refusal(asked, 404, detail);
}

/**
 * Data of the error page: its message, and the frame around it, which no loader may have loaded
 * yet.
 */
export type Refusal = Pick<Problem, "detail"> & { frame: Frame };

export function refusal({ context }: Pick<Asked, "context">, status: number, detail: string) {
  return data<Refusal>({ detail, frame: frameOf(context) }, { status });
}

/** The sign-in page, which redirects back afterwards. */
export function signInPath({ context, url }: Pick<Asked, "context" | "url">): string {
  return `${href("/login")}?${new URLSearchParams({ next: pathWithin(context, url) })}`;
}

/**
 * The router's path: without the base path under which Spoor may be mounted, and without `.data`.
 */
export function pathWithin(context: Readonly<RouterContextProvider>, url: URL): string {
  const base = basePath(context.get(requestContext));
  const path = url.pathname.startsWith(`${base}/`) ? url.pathname.slice(base.length) : url.pathname;
  return path + url.search;
}
