import { hoursLookedBackAt } from "#server/domain/issue/escalation.ts";
import { onRate, resolveInactive } from "#server/domain/issue/triage.ts";
import { dayMs, hourOf } from "#server/domain/time.ts";
import type { Store } from "#server/storage/store.ts";
import { forEachProject, onReachable } from "./nodes-away.ts";

const batch = 200;

/**
 * Reopens issues ignored until they escalate. Checks only issues with events in the current hour.
 */
export async function wakeEscalated(
  { issues, projects, traffic }: Pick<Store, "issues" | "projects" | "traffic">,
  now: number,
): Promise<void> {
  const waiting = await onReachable({ projects }, (of) =>
    issues.waitingToEscalate(hourOf(now), batch, of),
  );
  if (waiting.length === 0) return;
  const window = { until: now, hours: hoursLookedBackAt + 1 };
  for (const [projectId, some] of Map.groupBy(waiting, (issue) => issue.projectId)) {
    const ids = some.map(({ id }) => id);
    const hours = await traffic.issueHours(projectId, ids, window);
    for (const id of ids)
      await issues.transition(projectId, [id], (issue) => onRate(issue, hours.get(id) ?? [], now));
  }
}

/** Resolves issues without events for the time in the project's settings. */
export async function resolveInactiveIssues(
  { projects, issues }: Pick<Store, "projects" | "issues">,
  now: number,
): Promise<void> {
  await forEachProject({ projects }, async ({ id, settings }) => {
    const days = settings.triage.autoResolveDays;
    if (days === undefined) return;
    const due = await issues.inactive(id, now - days * dayMs, batch);
    await issues.transition(id, due, (issue) => resolveInactive(issue, days, now));
  });
}
