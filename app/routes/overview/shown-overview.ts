import { type ChangedIssue, isResolved } from "#server/domain/overview/changed-issue.ts";
import type { OverviewActivity } from "#server/domain/overview/activity.ts";
import type { Stats, TrafficStep } from "#server/domain/overview/stats.ts";
import {
  type ChangesAgainst,
  summaryOf,
  type SummaryPart,
  type SummarySince,
} from "#server/domain/overview/summary.ts";
import type { ReleaseMark } from "#server/domain/release/mark.ts";
import type { RouteChange } from "#server/domain/release/route-changes.ts";
import { routeTitle } from "#server/domain/rollup/operation.ts";
import type { Window } from "#server/domain/rollup/window.ts";
import type { FiguresByVital } from "#server/domain/vital/vital-figures.ts";
import type { OverviewReading } from "#server/overview/read-overview.ts";

/**
 * The overview as shown. Steps are JSON, because the router's data format needs an index per value.
 */
export type ShownOverview = {
  window: Window;
  summary: SummaryPart[];
  since: SummarySince;
  stats: Stats;
  stepMs: number;
  steps: string;
  marks: ReleaseMark[];
  issues: ShownIssue[];
  unresolved: number;
  changes: ShownRoute[];
  /** Number of routes with changed durations or failures. */
  changed: number;
  compared: number;
  against: ChangesAgainst;
  activity: OverviewActivity[];
  vitals: { now: FiguresByVital; before: FiguresByVital };
};

export type ShownIssue = {
  shortId: string;
  type: string;
  value: string;
  isRegressed: boolean;
  isResolved: boolean;
  release?: string;
  count: number;
  userCount: number;
};

export type ShownRoute = {
  id: number;
  route: string;
  service: string;
  kind: string;
  q: number;
  beforeMs: number;
  afterMs: number;
};

const mostRoutes = 6;

export function shownOverview(reading: OverviewReading): ShownOverview {
  const { window, facts, stats, traffic, marks, issues, unresolved, against, activity, vitals } =
    reading;
  return {
    window,
    stats,
    marks,
    unresolved,
    against,
    activity,
    vitals,
    since: facts.since,
    compared: facts.compared,
    summary: summaryOf(facts),
    stepMs: traffic.stepMs,
    steps: JSON.stringify(traffic.steps.map(packedStep)),
    issues: issues.map(shownIssue),
    changed: new Set(changedIn(facts).map(({ operation }) => operation.id)).size,
    changes: [...facts.slower, ...facts.faster].slice(0, mostRoutes).map(shownRoute),
  };
}

const changedIn = ({ slower, faster, failsMore, failsLess }: OverviewReading["facts"]) => [
  ...slower,
  ...faster,
  ...failsMore,
  ...failsLess,
];

const short = (value: number): number => Number(value.toPrecision(4));

/** Null if unknown. */
type PackedStep = [number, number, number, number | null, number | null, number | null, number];

const packedStep = ({
  at,
  count,
  failed,
  p75Ms,
  countBefore,
  crashRate,
  users,
}: TrafficStep): PackedStep => [
  ...([at, count, failed] as const),
  p75Ms === undefined ? null : short(p75Ms),
  countBefore ?? null,
  crashRate === undefined ? null : short(crashRate),
  users,
];

export function unpackedSteps(packed: string): TrafficStep[] {
  const steps = JSON.parse(packed) as PackedStep[];
  return steps.map(([at, count, failed, p75Ms, countBefore, crashRate, users]) => ({
    at,
    count,
    failed,
    users,
    ...(p75Ms !== null && { p75Ms }),
    ...(countBefore !== null && { countBefore }),
    ...(crashRate !== null && { crashRate }),
  }));
}

/** The last step is incomplete and would look like a drop, unless it has the first requests. */
export function completeSteps(steps: TrafficStep[]): TrafficStep[] {
  const complete = steps.slice(0, -1);
  return complete.every(({ count }) => count === 0) ? steps : complete;
}

function shownIssue({ issue, isRegressed }: ChangedIssue): ShownIssue {
  const { shortId, type, value, firstRelease, lastRelease, count, userCount } = issue;
  const release = isRegressed ? lastRelease : firstRelease;
  return {
    shortId,
    type,
    value,
    isRegressed,
    isResolved: isResolved(issue),
    count,
    userCount,
    ...(release !== undefined && { release }),
  };
}

/**
 * Three more digits than shown, because rounding twice could differ from the same figure on another
 * page.
 */
const precise = (value: number): number => Number(value.toPrecision(6));

const shownRoute = ({ operation, beforeMs, afterMs, q }: RouteChange): ShownRoute => ({
  id: operation.id,
  route: routeTitle(operation),
  service: operation.service,
  kind: operation.kind,
  q,
  beforeMs: precise(beforeMs),
  afterMs: precise(afterMs),
});
