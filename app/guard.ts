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
 * The first line of every loader and action: who is asking, about what? `authorize.ts` has let them
 * in by the rules of `route-table.ts`; what a loader asks for besides is checked here. What fails
 * is thrown as an answer.
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
/** `seen`: the newest activity before the issue was read, so that what the page does not show yet counts as later. */
export type AskedAboutIssue = AskedInProject & { issue: Issue; seen: number };

/** Sends who has not signed in to the sign-in page, and back here afterwards. */
export function requireViewer({ context, url }: Asked): AskedByViewer {
  const viewer = context.get(viewerContext);
  if (!viewer) throw redirect(signInPath({ context, url }), 303);
  return { services: context.get(servicesContext), viewer, asker: askerOf(context) };
}

/** Who asks and from where, for the audit log; on public pages without a user. */
function askerOf(context: Readonly<RouterContextProvider>): Asker {
  const user = context.get(viewerContext)?.user;
  return { address: context.get(requestContext).address, ...(user && { user }) };
}

/** Who may make projects. */
export function requireOwner(asked: Asked): AskedByViewer {
  const byViewer = requireViewer(asked);
  if (!mayAdminister(byViewer.viewer))
    throw refusal(asked, 403, refusalSentence(byViewer.viewer, "owner"));
  return byViewer;
}

/** The project of the address. One that may be read but not acted on: 403. */
export async function requireProject(
  asked: Asked<{ project: string }>,
  act: ProjectAct,
): Promise<AskedInProject> {
  const byViewer = requireViewer(asked);
  // Set by authorization: a page that asks for a project has one.
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

/** Once for all loaders of a page. What was posted changes it in between. */
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

/**
 * An issue that became part of another one has the same pages there; posts to it act on that one.
 */
function ownPath({ context, url, params }: Asked<{ issue: string }>, { shortId }: Issue): string {
  return pathWithin(context, url).replace(`/issues/${params.issue}`, `/issues/${shortId}`);
}

/** By short id (`SHOP-142`) or by number; undefined when the project has no such issue. */
export async function findIssue(
  { services, project }: AskedInProject,
  name: string,
): Promise<Issue | undefined> {
  const named = parseIssueName(name, project);
  return named && services.store.issues.find(project.id, named);
}

/** Those of the named issues that the project has, each once. */
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
 * What the error page prints: the sentence, and the frame around it, which no loader may have made
 * by then.
 */
export type Refusal = Pick<Problem, "detail"> & { frame: Frame };

export function refusal({ context }: Pick<Asked, "context">, status: number, detail: string) {
  return data<Refusal>({ detail, frame: frameOf(context) }, { status });
}

/** The sign-in page, which leads back to where one wanted to go. */
export function signInPath({ context, url }: Pick<Asked, "context" | "url">): string {
  return `${href("/login")}?${new URLSearchParams({ next: pathWithin(context, url) })}`;
}

/**
 * The path as the router knows it: without the base path that Spoor may be mounted at, and not
 * `.data`.
 */
export function pathWithin(context: Readonly<RouterContextProvider>, url: URL): string {
  const base = basePath(context.get(requestContext));
  const path = url.pathname.startsWith(`${base}/`) ? url.pathname.slice(base.length) : url.pathname;
  return path + url.search;
}
