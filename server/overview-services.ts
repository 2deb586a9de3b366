import type { Issue } from "#server/domain/issue/issue.ts";
import type { OverviewActivity } from "#server/domain/overview/activity.ts";
import type { Stats, TrafficStep } from "#server/domain/overview/stats.ts";
import type { SummaryFacts } from "#server/domain/overview/summary.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { ReleaseMark } from "#server/domain/release/mark.ts";
import type { Window } from "#server/domain/rollup/window.ts";
import type { FiguresByVital } from "#server/domain/vital/vital-figures.ts";
import type { ReleaseScope } from "#server/release-services.ts";

/** What a project's overview and the weekly digest say: read here, so that both say the same. */
export type ReadOverview = (project: Project, scope: OverviewScope) => Promise<OverviewReading>;

/** `whole`: changes since the beginning of the window, whatever was released in it. */
export type OverviewScope = ReleaseScope & { whole?: true };

export type OverviewReading = {
  /** As it is read, in whole buckets. */
  window: Window;
  facts: SummaryFacts;
  stats: Stats;
  /** Equal steps, oldest first; the last one may not be over. */
  traffic: { stepMs: number; steps: TrafficStep[] };
  marks: ReleaseMark[];
  /** Unresolved issues that are new or regressed since `facts.since`: those with the most events first. */
  issues: Issue[];
  unresolved: number;
  routes: number;
  activity: OverviewActivity[];
  vitals: { now: FiguresByVital; before: FiguresByVital };
};
