import { href, redirect } from "react-router";
import { requireProject } from "#app/guard.ts";
import { sectionsOf } from "#app/route-table.ts";
import { isAmong } from "#server/domain/people/permission.ts";
import type { Route } from "./+types/project-index.ts";

/**
 * `/:project/settings` redirects to the first page that the viewer can open; there is always one.
 */
export async function loader(args: Route.LoaderArgs) {
  const { viewer, project } = await requireProject(args, "project:read");
  const [first] = sectionsOf("settings/project-frame.tsx", (who) =>
    isAmong(viewer, who, project.id),
  );
  return redirect(`${href("/:project/settings", { project: project.slug })}/${first!.path}`);
}
