import { projectContext, servicesContext, viewerContext } from "#app/context.ts";
import { notFound } from "#app/guard.ts";
import { may } from "#server/domain/people/permission.ts";
import type { Route } from "./+types/not-found.ts";

/** Handles everything that matches no other route, including posts. */
export async function loader(args: Route.LoaderArgs) {
  await findFrame(args);
  throw notFound(args, "This page doesn't exist, or you don't have access.");
}

export const action = loader;

/** A missing page in a readable project keeps the project's frame. */
async function findFrame({ context, params }: Route.LoaderArgs): Promise<void> {
  const viewer = context.get(viewerContext);
  const [slug = ""] = (params["*"] ?? "").split("/");
  const project = viewer && (await context.get(servicesContext).store.projects.bySlug(slug));
  if (project && may(viewer, "project:read", project.id)) context.set(projectContext, project);
}

export default function NotFound() {
  return null;
}
