import { withTraces } from "#app/routes/traces/with-traces.ts";
import { scopeOf, startOf } from "#app/ui/format/scope.ts";
import { dayMs } from "#server/domain/time.ts";
import type { Monitor } from "#server/domain/monitor/monitor.ts";
import { isMuted } from "#server/domain/monitor/monitor.ts";
import { may } from "#server/domain/people/permission.ts";
import { requireMonitor } from "./require-monitor.ts";
import { shownMonitor } from "./shown-monitor.ts";
import { monitorSnippets } from "./snippets.ts";
import { stripOf, stripWindow } from "./strip-cells.ts";

const pageSize = 50;
const incidentsShown = 20;
const keptMs = 30 * dayMs;

/** Data of a monitor's page; its window is at most the retention. */
export async function readMonitor(asked: Parameters<typeof requireMonitor>[0], publicUrl: string) {
  const { services, project, viewer, monitor, environments } = await requireMonitor(
    asked,
    "project:read",
  );
  const { monitors, projects } = services.store;
  const { searchParams } = asked.url;
  const scope = scopeOf(searchParams);
  const now = services.now();
  const since = Math.max(startOf(scope, now) ?? now - dayMs, now - keptMs);
  const inEnvironment = scope.environment === undefined ? {} : { environment: scope.environment };
  const window = stripWindow(since, now);
  const cursor = searchParams.get("cursor") ?? undefined;
  const [steps, { rows, next }, incidents, [key], releases] = await Promise.all([
    monitors.steps({ ...window, ...inEnvironment, monitorIds: [monitor.id] }),
    monitors.checkIns({
      monitorId: monitor.id,
      ...inEnvironment,
      limit: pageSize,
      ...(cursor !== undefined && { cursor }),
    }),
    monitors.incidents(monitor.id, incidentsShown),
    projects.keys(project.id),
    services.readReleaseMarks(project.id, { window, ...inEnvironment }),
  ]);
  return {
    shown: shownMonitor({ monitor, environments }, scope.environment, now),
    facts: factsOf(monitor),
    notes: monitor.notes ?? [],
    acts: may(viewer, "issue:triage", project.id) && {
      ...(isMuted(monitor, now) && { mutedUntil: monitor.mutedUntil! }),
      isPaused: monitor.pausedAt !== undefined,
      mayDelete: may(viewer, "project:change", project.id),
    },
    strip: stripOf(steps, window),
    checkIns: await withTraces({ services, project }, rows, ({ at }) => at),
    next,
    incidents,
    releases,
    now,
    snippets: key && monitorSnippets({ publicUrl, key, slug: monitor.slug, config: monitor }),
  };
}

function factsOf(monitor: Monitor): [string, string][] {
  const { marginMinutes, maxRuntimeMinutes, failureThreshold, recoveryThreshold } = monitor;
  return [
    ["Grace period", `${marginMinutes} min`],
    ["Max runtime", `${maxRuntimeMinutes} min`],
    [
      "Failure threshold",
      failureThreshold === 1 ? "1 failure" : `${failureThreshold} failures in a row`,
    ],
    [
      "Recovery threshold",
      recoveryThreshold === 1 ? "1 success" : `${recoveryThreshold} successes in a row`,
    ],
  ];
}
