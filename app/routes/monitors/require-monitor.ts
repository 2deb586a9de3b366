import { type AskedInProject, notFound, requireProject } from "#app/guard.ts";
import type { ProjectAct } from "#server/domain/people/permission.ts";
import type { WatchedMonitor } from "#server/storage/monitors/monitor-store.ts";

type Asked = Parameters<typeof notFound>[0] & {
  url: URL;
  params: { project: string; monitor: string };
};

/** The monitor in the URL, in a project with the required permission. */
export async function requireMonitor(
  asked: Asked,
  act: ProjectAct,
): Promise<AskedInProject & WatchedMonitor> {
  const inProject = await requireProject(asked, act);
  const watched = await inProject.services.store.monitors.find(
    inProject.project.id,
    asked.params.monitor,
  );
  if (!watched) throw notFound(asked, "This monitor doesn't exist or was deleted.");
  return { ...inProject, ...watched };
}
