import type { Project } from "#server/domain/project/project.ts";
import { figuresByVital, type FiguresByVital, gatherVitals } from "#server/domain/vital/vital-figures.ts";
import type { Window } from "#server/domain/rollup/window.ts";
import type { ReadOverview } from "#server/overview-services.ts";
import { createReadReleaseMarks } from "#server/read/read-release-marks.ts";
import { readPeriods } from "#server/read/read-routes.ts";
import type { ReleaseScope } from "#server/release-services.ts";
import type { Store } from "#server/storage/store.ts";
import { readActivity } from "./read-activity.ts";
import { readIssueChanges, readRouteChanges, sinceOf } from "./read-changes.ts";
import { readTraffic } from "./read-traffic.ts";

/** What happened in a project, and what of it is more than noise. */
export function createReadOverview(store: Store, now: () => number): ReadOverview {
  const readMarks = createReadReleaseMarks(store.releases);
  return async (project, { window: asked, environment, whole }) => {
    const [{ window, unit, before }, marks, counts] = await Promise.all([
      readPeriods({ rollups: store.rollups, now }, project, asked),
      readMarks(project.id, { window: asked, environment }),
      store.issues.counts(project.id, environment),
    ]);
    const filter = { projectId: project.id, ...(environment !== undefined && { environment }) };
    const since = sinceOf(whole ? [] : marks, asked);
    const [traffic, issues, routes, activity, vitals] = await Promise.all([
      readTraffic(store, filter, { window, unit, before }),
      readIssueChanges(store, filter, since.at, window),
      readRouteChanges(store.rollups, filter, { since: since.at, until: window.until }),
      readActivity(store, filter, { window, marks }),
      readVitals(store, project, { window, environment }, before),
    ]);
    const { listed, ...counted } = issues;
    const { ran, requests, ...changes } = routes;
    return {
      ...{ window, marks, activity, vitals, issues: listed, unresolved: counts.open, routes: ran },
      facts: { since, ...counted, ...changes, requests, now: window.until },
      stats: traffic.stats,
      traffic: { stepMs: traffic.stepMs, steps: traffic.steps },
    };
  };
}

async function readVitals(
  { rollups }: Pick<Store, "rollups">,
  { id: projectId }: Project,
  { window, environment }: ReleaseScope,
  before: Window | undefined,
): Promise<{ now: FiguresByVital; before: FiguresByVital }> {
  const read = async (period: Window | undefined) => {
    const rows = period ? await rollups.vitals({ projectId, environment, ...period }) : [];
    return figuresByVital(gatherVitals(rows, () => 0).get(0) ?? {});
  };
  const [now, was] = await Promise.all([read(window), read(before)]);
  return { now, before: was };
}
