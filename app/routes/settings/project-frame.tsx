import { href, Outlet } from "react-router";
import { unlessOnlyChildChanged } from "#app/enhance/unless-only-child-changed.ts";
import { requireProject } from "#app/guard.ts";
import { sectionsOf } from "#app/route-table.ts";
import { Sections } from "#app/ui/sections.tsx";
import { isAmong } from "#server/domain/people/permission.ts";
import type { Route } from "./+types/project-frame.ts";
import "#app/ui/styles/configuration.css";

export async function loader(args: Route.LoaderArgs) {
  const { viewer, project } = await requireProject(args, "project:read");
  return {
    sections: sectionsOf("settings/project-frame.tsx", (who) => isAmong(viewer, who, project.id)),
  };
}

export const shouldRevalidate = unlessOnlyChildChanged(["project"], []);

/** The frame of project settings: pages that the viewer can open. */
export default function ProjectFrame({
  loaderData: { sections },
  params: { project },
}: Route.ComponentProps) {
  return (
    <Sections
      title="Project settings"
      label="Settings"
      base={href("/:project/settings", { project })}
      sections={sections}
    >
      <Outlet />
    </Sections>
  );
}
