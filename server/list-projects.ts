import { may } from "#server/domain/people/permission.ts";
import type { ListProjects, RecentTraffic } from "#server/traffic-services.ts";
import type { ProjectStore } from "#server/storage/project-store.ts";

const hours = 24;

type Parts = { projects: Pick<ProjectStore, "list" | "overviews">; recentTraffic: RecentTraffic; now: () => number };

export function createListProjects({ projects, recentTraffic, now }: Parts): ListProjects {
  return async (viewer, patienceMs) => {
    const readable = (await projects.list()).filter(({ id }) => may(viewer, "project:read", id));
    const ids = readable.map(({ id }) => id);
    const [overviews, traffic] = await Promise.all([
      projects.overviews(ids, { now: now(), hours }),
      recentTraffic(ids, hours, patienceMs),
    ]);
    return readable.map((project, index) => {
      const known = traffic.get(project.id);
      return { project, overview: overviews[index]!, ...(known && { traffic: known }) };
    });
  };
}
