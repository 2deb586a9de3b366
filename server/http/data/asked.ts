import type { Request } from "express";
import type { Issue } from "#server/domain/issue/issue.ts";
import { parseIssueName } from "#server/domain/issue/short-id.ts";
import {
  may,
  mayKnow,
  type ProjectAct,
  refusalSentence,
} from "#server/domain/people/permission.ts";
import type { Viewer } from "#server/domain/people/person.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { Project } from "#server/domain/project/project.ts";
import { viewerOf } from "#server/http/viewer.ts";
import type { Services } from "#server/services.ts";

/** A project that the caller may read, according to `routes.ts`. */
export type AskedProject = { services: Services; project: Project; viewer: Viewer };

/** The parts of the request that determine the content. */
export type Address = Pick<Request, "params" | "url">;

export async function findProject(
  services: Services,
  request: Request,
  act: ProjectAct,
): Promise<AskedProject | Problem> {
  const viewer = await viewerOf(request, services.commands);
  if (!viewer)
    return {
      problem: "unauthenticated",
      detail: "Sign in, or send an API token: Authorization: Bearer TOKEN.",
    };
  return projectFor({ services, viewer }, String(request.params.project), act);
}

/** Invisible projects are "not-found"; visible ones without permission are "forbidden". */
export async function projectFor(
  { services, viewer }: Pick<AskedProject, "services" | "viewer">,
  slug: string,
  act: ProjectAct,
): Promise<AskedProject | Problem> {
  const project = await services.store.projects.bySlug(slug);
  if (!project || !mayKnow(viewer, project.id))
    return { problem: "not-found", detail: "Project not found." };
  const missing = (["project:read", act] as const).find((each) => !may(viewer, each, project.id));
  if (missing) return { problem: "forbidden", detail: refusalSentence(viewer, missing) };
  return { services, project, viewer };
}

/** The new location of a merged issue's content. */
export async function movedTo(
  { services, project }: AskedProject,
  request: Request,
): Promise<string | undefined> {
  const { issue: asked } = request.params;
  if (asked === undefined) return undefined;
  const name = parseIssueName(String(asked), project);
  const issue = name && (await services.store.issues.find(project.id, name));
  if (!issue || ("id" in name ? name.id === issue.id : name.number === issue.number))
    return undefined;
  return request.originalUrl.replace(`/issues/${String(asked)}`, `/issues/${issue.shortId}`);
}

export async function findIssue(
  { services, project }: AskedProject,
  request: Address,
): Promise<Issue | Problem> {
  const name = parseIssueName(String(request.params.issue), project);
  const issue = name && (await services.store.issues.find(project.id, name));
  return issue ?? { problem: "not-found", detail: "Issue not found." };
}
