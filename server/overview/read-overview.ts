import type { Project } from "#server/domain/project/project.ts";
import {
  figuresByVital,
  type FiguresByVital,
  gatherVitals,
} from "#server/domain/vital/vital-figures.ts";
import type { Window } from "#server/domain/rollup/window.ts";
import { createReadReleaseMarks } from "#server/read/read-release-marks.ts";
import { readPeriods } from "#server/read/read-routes.ts";
import type { Store } from "#server/storage/store.ts";
import { readActivity } from "./read-activity.ts";
import { readIssueChanges, readRouteChanges, sinceOf } from "./read-changes.ts";
import { readTraffic } from "./read-traffic.ts";
import type { ReleaseScope } from "#server/read/read-releases.ts";
import type { ChangedIssue } from "#server/domain/overview/changed-issue.ts";
import type { OverviewActivity } from "#server/domain/overview/activity.ts";
import type { ReleaseMark } from "#server/domain/release/mark.ts";
import type { Stats, TrafficStep } from "#server/domain/overview/stats.ts";
import type { ChangesAgainst, SummaryFacts } from "#server/domain/overview/summary.ts";

/** The content of a project's overview and the weekly digest, read here so that both agree. */
export type ReadOverview = (project: Project, scope: OverviewScope) => Promise<OverviewReading>;

/**
 * `whole`: changes since the start of the window, regardless of releases. `compared`: the window in
 * which two releases are compared, if different.
 */
type OverviewScope = ReleaseScope & { whole?: true; compared?: Window };

export type OverviewReading = {
  /** The actual window, in whole buckets. */
  window: Window;
  facts: SummaryFacts;
  stats: Stats;
  /** Equal steps, oldest first; the last one may be incomplete. */
  traffic: { stepMs: number; steps: TrafficStep[] };
  marks: ReleaseMark[];
  /** New or regressed since `facts.since`: unresolved ones first, then most events first. */
  issues: ChangedIssue[];
  unresolved: number;
  /** The comparison basis of the route changes in `facts`. */
  against: ChangesAgainst;
  activity: OverviewActivity[];
  vitals: { now: FiguresByVital; before: FiguresByVital };
};

/** Recent activity of a project, and its statistically significant changes. */
export function createReadOverview(store: Store, now: () => number): ReadOverview {
  const readMarks = createReadReleaseMarks(store.releases);
  return async (project, { window: asked, environment, whole, compared = asked }) => {
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
      readRouteChanges(store, filter, { since, window, before, compared }),
      readActivity(store, filter, { window, marks }),
      readVitals(store, project, { window, environment }, before),
    ]);
    const { listed, ...counted } = issues;
    const { requests, against, ...changes } = routes;
    return {
      window,
      marks,
      activity,
      vitals,
      issues: listed,
      unresolved: counts.open,
      against,
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
