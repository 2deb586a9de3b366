import type { RouterContextProvider } from "react-router";
import {
  projectContext,
  requestContext,
  servicesContext,
  type Theme,
  viewerContext,
} from "#app/context.ts";
import type { NavProject } from "#app/ui/frame/project-nav.tsx";
import type { RailViewer } from "#app/ui/frame/rail.tsx";
import type { Troubles } from "#app/ui/frame/trouble-notice.tsx";
import type { Zone } from "#app/ui/format/zone.ts";
import { basePath } from "#app/local-path.ts";
import { troubleSentence } from "#server/domain/health/trouble.ts";
import { may, mayAdminister } from "#server/domain/people/permission.ts";

/**
 * Data of the frame around every page. `project`: the one in the URL, for the frame of an error
 * page.
 */
export type Frame = {
  theme: Theme;
  zone: Zone;
  base: string;
  traceId: string;
  viewer?: RailViewer;
  project?: NavProject;
  troubles?: Troubles;
};

type Context = Readonly<RouterContextProvider>;

/** Number of projects in the switcher; the projects page lists all. */
const projectsOffered = 20;

export function frameOf(context: Context): Frame {
  const facts = context.get(requestContext);
  const { theme, zone, traceId } = facts;
  const base = basePath(facts) || "/";
  const viewer = context.get(viewerContext);
  if (!viewer) return { theme, zone, base, traceId };
  const owner = mayAdminister(viewer);
  return {
    theme,
    zone,
    base,
    traceId,
    viewer: { name: viewer.user.name, owner },
    ...projectOf(context),
    ...(owner && troublesOf(context)),
  };
}

/** The same including queries, for the root's loader. */
export async function loadFrame(context: Context): Promise<Frame> {
  const frame = frameOf(context);
  const viewer = context.get(viewerContext);
  if (!frame.viewer || !viewer) return frame;
  const all = await context.get(servicesContext).store.projects.list();
  const readable = all
    .filter(({ id }) => may(viewer, "project:read", id))
    .slice(0, projectsOffered);
  return {
    ...frame,
    viewer: { ...frame.viewer, projects: readable.map(({ slug, name }) => ({ slug, name })) },
  };
}

function projectOf(context: Context): Pick<Frame, "project"> {
  const viewer = context.get(viewerContext);
  const project = context.get(projectContext);
  if (!viewer || !project) return {};
  const { id, slug, name } = project;
  return { project: { slug, name, mayChange: may(viewer, "project:change", id) } };
}

function troublesOf(context: Context): Pick<Frame, "troubles"> {
  const { troubles, now } = context.get(servicesContext);
  const list = troubles().map((trouble) => ({
    sentence: troubleSentence(trouble),
    since: trouble.since,
  }));
  return list.length > 0 ? { troubles: { now: now(), list } } : {};
}
