import type { ProjectId } from "#server/domain/ids.ts";
import { worstStatus } from "#server/domain/monitor/status.ts";
import type { Services } from "#server/services.ts";
import type { RailCounts } from "#app/ui/frame/project-nav.tsx";

/** More unread feedback is shown as `99+`. Further monitors are not checked. */
const mostCounted = 100;

/** Counts of a project: unresolved issues, failing monitors, unread feedback. */
export async function readRailCounts(
  { store, now }: Pick<Services, "store" | "now">,
  projectId: ProjectId,
): Promise<RailCounts> {
  const [issues, monitors, feedback] = await Promise.all([
    store.issues.counts(projectId),
    store.monitors.list({ projectId, limit: mostCounted }),
    store.feedback.countUnread(projectId, mostCounted),
  ]);
  const statuses = monitors.rows.map(({ monitor, environments }) =>
    worstStatus(monitor, environments, now()),
  );
  const countOf = (status: string) => statuses.filter((each) => each === status).length;
  return {
    issues: issues.open,
    failing: countOf("failing"),
    missed: countOf("missed"),
    feedback,
  };
}
