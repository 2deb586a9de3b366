import { href } from "react-router";
import { sectionsOf } from "#app/route-table.ts";
import { projectPages, settingsPage } from "#app/ui/frame/project-nav.tsx";
import { isAmong, type Who } from "#server/domain/people/permission.ts";
import type { Viewer } from "#server/domain/people/person.ts";
import type { Project } from "#server/domain/project/project.ts";

/** `of`: the settings that the page belongs to. */
export type NamedPage = { path: string; name: string; of?: string };

const shortestText = 2;

/**
 * Pages that the viewer can open and whose names contain the text: of the project, if the search
 * started on one of its pages, of the account, and of the instance.
 */
export function pagesNamed(text: string, viewer: Viewer, project: Project | null): NamedPage[] {
  const part = text.toLowerCase();
  if (part.length < shortestText) return [];
  const listed = (frame: string, base: string, of: string): NamedPage[] =>
    sectionsOf(frame, (who: Who) => isAmong(viewer, who, project?.id)).map(
      ({ path, text: name }) => ({
        path: pathBelow(base, path),
        name,
        of,
      }),
    );
  const all = [
    ...(project
      ? [
          ...inRail(viewer, project),
          ...listed(
            "settings/project-frame.tsx",
            href("/:project/settings", { project: project.slug }),
            "Project settings",
          ),
        ]
      : []),
    ...listed("account/layout.tsx", href("/account"), "Account"),
    ...listed("settings/instance-frame.tsx", href("/settings"), "Instance settings"),
  ];
  return all.filter(({ name }) => name.toLowerCase().includes(part));
}

/** Without the members, whom the settings list. */
function inRail(viewer: Viewer, { id, slug }: Project): NamedPage[] {
  const mayChange = isAmong(viewer, "project:change", id);
  const pages = [...projectPages, ...(mayChange ? [settingsPage] : [])];
  const base = href("/:project", { project: slug });
  return pages.map(({ path, text: name }) => ({ path: pathBelow(base, path), name }));
}

const pathBelow = (base: string, path: string) => (path === "" ? base : `${base}/${path}`);
