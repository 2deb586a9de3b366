import { isNodeAway } from "#server/domain/health/disk-cause.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { Store } from "#server/storage/store.ts";

/** Work for each project; the others continue if a project's cluster node doesn't respond. */
export async function forEachProject(
  { projects }: Pick<Store, "projects">,
  work: (project: Project) => Promise<unknown>,
): Promise<void> {
  let away: ReadonlySet<ProjectId> = new Set();
  for (const project of await projects.list()) {
    if (away.has(project.id)) continue;
    await work(project).catch(async (error: unknown) => {
      if (!isNodeAway(error)) throw error;
      away = await projects.away();
    });
  }
}

/** Work on all projects at once; without those whose cluster node doesn't respond, if any. */
export async function onReachable<T>(
  { projects }: Pick<Store, "projects">,
  work: (of?: ProjectId[]) => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isNodeAway(error)) throw error;
  }
  const away = await projects.away();
  return work((await projects.list()).map(({ id }) => id).filter((id) => !away.has(id)));
}
