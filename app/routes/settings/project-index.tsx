import { href, redirect } from "react-router";
import { requireProject } from "#app/guard.ts";
import { may } from "#server/domain/people/permission.ts";
import type { Route } from "./+types/project-index.ts";
import { projectSections } from "./project-sections.ts";

/** `/:project/settings` is the first of its pages that one may open; everybody may open one of them. */
export async function loader(args: Route.LoaderArgs) {
  const { viewer, project } = await requireProject(args, "project:read");
  const first = projectSections.find(({ act }) => may(viewer, act, project.id))!;
  return redirect(`${href("/:project/settings", { project: project.slug })}/${first.path}`);
}
