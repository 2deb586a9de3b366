import type { ProjectId } from "#server/domain/ids.ts";
import type { Viewer } from "#server/domain/people/person.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { Window } from "#server/domain/rollup/window.ts";
import type { ProjectOverview } from "#server/storage/projects/project-store.ts";

/** Requests, page loads, and other work that users wait for, of all routes of a project. No percentiles where nothing ran. */
export type Traffic = {
  count: number;
  failed: number;
  /** By hour, oldest first. */
  failedHours: number[];
  p75Ms?: number;
  p95Ms?: number;
};

/** In the order asked. */
export type ReadTraffic = (projectIds: ProjectId[], window: Window) => Promise<Traffic[]>;

/**
 * Traffic of the last `hours` hours of projects, up to an hour old. A project is missing where nothing is known of it within
 * `patienceMs`; without that, what is known is returned at once.
 */
export type RecentTraffic = (
  projectIds: ProjectId[],
  hours: number,
  patienceMs?: number,
) => Promise<Map<ProjectId, Traffic>>;

/** A project as the home page lists it. `traffic` is missing where it could not be read in time. */
/** Without `overview` its node of the database's cluster does not answer. */
export type ListedProject = { project: Project; overview?: ProjectOverview; traffic?: Traffic };

/** The projects that a viewer may read, by name, with the last 24 hours of each. `patienceMs` as in `RecentTraffic`. */
export type ListProjects = (viewer: Viewer, patienceMs?: number) => Promise<ListedProject[]>;
