import { isNodeAway } from "#server/domain/health/disk-cause.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import { may } from "#server/domain/people/permission.ts";
import type { ProjectOverview, ProjectStore } from "#server/storage/projects/project-store.ts";
import { type RecentTraffic, trafficHours } from "./remember-traffic.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { Traffic } from "./read-traffic.ts";
import type { Viewer } from "#server/domain/people/person.ts";

/**
 * A project as listed on the home page. `traffic` is missing if it couldn't be read in time.
 * Without `overview`, its node of the database cluster doesn't respond.
 */
export type ListedProject = { project: Project; overview?: ProjectOverview; traffic?: Traffic };

/**
 * The projects that a viewer can read, by name, with their last 24 hours. `patienceMs` as in
 * `RecentTraffic`.
 */
export type ListProjects = (viewer: Viewer, patienceMs?: number) => Promise<ListedProject[]>;

type Deps = {
  projects: Pick<ProjectStore, "away" | "list" | "overviews">;
  recentTraffic: RecentTraffic;
  now: () => number;
};

export function createListProjects({ projects, recentTraffic, now }: Deps): ListProjects {
  /** On a cluster, projects on an unresponsive node have no overview; the others do. */
  async function overviewsOf(ids: ProjectId[]): Promise<(ProjectOverview | undefined)[]> {
    const window = { now: now(), hours: trafficHours };
    try {
      return await projects.overviews(ids, window);
    } catch (error) {
      if (!isNodeAway(error)) throw error;
    }
    const away = await projects.away();
    const others = ids.filter((id) => !away.has(id));
    const overviews = (await projects.overviews(others, window)).values();
    return ids.map((id) => (away.has(id) ? undefined : overviews.next().value));
  }

  return async (viewer, patienceMs) => {
    const readable = (await projects.list()).filter(({ id }) => may(viewer, "project:read", id));
    const ids = readable.map(({ id }) => id);
    const [overviews, traffic] = await Promise.all([
      overviewsOf(ids),
      recentTraffic(ids, patienceMs),
    ]);
    return readable.map((project, index) => {
      const [overview, known] = [overviews[index], traffic.get(project.id)];
      return { project, ...(overview && { overview }), ...(known && { traffic: known }) };
    });
  };
}
