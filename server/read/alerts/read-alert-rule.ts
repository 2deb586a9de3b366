import type { AlertRule } from "#server/domain/alert/rule.ts";
import { fewestInSpike, spikeAt, spikeHours } from "#server/domain/alert/spike.ts";
import type { IssueId } from "#server/domain/ids.ts";
import { dayMs, hourMs, hourOf } from "#server/domain/time.ts";
import { type AlertDeps, matching } from "#server/jobs/alert-deps.ts";
import { read } from "#server/jobs/evaluate-alerts.ts";
import type { Project } from "#server/domain/project/project.ts";
import { budgetTimes } from "./budgets-of-week.ts";
import { type RouteGap, routeGap } from "./route-gap.ts";
import type { Reading } from "#server/jobs/alert-readings.ts";

/**
 * The rule's current state, regardless of sent notifications, and how often it would have fired in
 * the last seven days.
 */
export type ReadAlertRule = (project: Project, rule: AlertRule) => Promise<AlertReading>;

export type AlertReading = {
  /** Highest first; empty for log-based rules. */
  standings: Pick<Reading, "subject" | "isTrue" | "what" | "value" | "path">[];
  /** Undefined: not computed for this kind of rule. `atLeast`: counting stopped there. */
  lastWeek?: LastWeek;
  /** Why the rule can never fire. */
  gap?: RouteGap;
};

/** `at`: the newest times, at most ten. Hourly counters give the start of the hour. */
export type LastWeek = { times: number; atLeast: boolean; at: number[]; isHourly: boolean };

const timesShown = 10;

const lastWeekOfTimes = (
  at: number[],
  { atLeast, isHourly }: Pick<LastWeek, "atLeast" | "isHourly">,
): LastWeek => ({
  times: at.length,
  at: at.toSorted((a, b) => b - a).slice(0, timesShown),
  atLeast,
  isHourly,
});

const standingsShown = 10;
const weekHours = 7 * 24;
const countedMost = 200;
const issuesLookedAt = 50;

/** Reads a rule's current state and history for its page. Costs as much as one evaluation. */
export function createReadAlertRule(deps: AlertDeps): ReadAlertRule {
  return async (project, rule) => {
    // Includes data from before the rule existed: its page shows values, not sent notifications.
    const { readings } = await read(deps, { ...rule, since: 0 }, project, { within: true });
    const standings = readings
      .toSorted((a, b) => b.amount - a.amount)
      .slice(0, standingsShown)
      .map(({ subject, isTrue, what, value, path }) => ({ subject, isTrue, what, value, path }));
    const [lastWeek, gap] = await Promise.all([lastWeekOf(deps, rule), routeGap(deps, rule)]);
    return { standings, ...(lastWeek && { lastWeek }), ...(gap && { gap }) };
  };
}

async function lastWeekOf(deps: AlertDeps, rule: AlertRule): Promise<AlertReading["lastWeek"]> {
  const since = deps.now() - 7 * dayMs;
  const { when } = rule;
  if (when.kind === "issue-new") return happened(deps, rule, "first-seen", since);
  if (when.kind === "issue-regressed") return happened(deps, rule, "regressed", since);
  if (when.kind === "issue-escalated") return happened(deps, rule, "woken", since);
  if (when.kind === "spike") {
    const { factor } = when;
    return risesIn(
      deps,
      rule,
      fewestInSpike,
      (hours, index) => spikeAt(hours, index, { factor }) !== undefined,
    );
  }
  if (when.kind === "route" || when.kind === "vital") {
    const times = await budgetTimes(deps, rule);
    // Windows that begin within an hour may have exceeded it, too.
    return times && lastWeekOfTimes(times, { atLeast: times.length > 0, isHourly: true });
  }
  // Counters are hourly: shorter windows and user counts can't be derived from them.
  if (when.kind !== "frequency" || when.measure !== "events" || when.windowMinutes % 60 !== 0)
    return undefined;
  const length = when.windowMinutes / 60;
  const isOver = (hours: readonly number[], index: number) =>
    hours.slice(index + 1 - length, index + 1).reduce((sum, count) => sum + count, 0) >
    when.moreThan;
  return risesIn(deps, rule, when.moreThan, isOver);
}

async function happened(
  { store }: AlertDeps,
  rule: AlertRule,
  what: "first-seen" | "regressed" | "woken",
  since: number,
): Promise<AlertReading["lastWeek"]> {
  const found = await store.traffic.happened({
    projectId: rule.projectId,
    what,
    since,
    limit: countedMost,
  });
  const ids = [...new Set(found.map(({ issueId }) => issueId))];
  const meant = new Set((await matching(store, rule, ids)).map(({ id }) => id));
  return lastWeekOfTimes(
    found.filter(({ issueId }) => meant.has(issueId)).map(({ at }) => at),
    { atLeast: found.length === countedMost, isHourly: false },
  );
}

/** The hours of the last week in which a condition became true. */
async function risesIn(
  { store, now }: AlertDeps,
  rule: AlertRule & { when: { of?: "issue" | "project" } },
  moreThan: number,
  isTrue: (hours: readonly number[], index: number) => boolean,
): Promise<AlertReading["lastWeek"]> {
  const hours = weekHours + spikeHours;
  const environment = rule.environment === "" ? {} : { environment: rule.environment };
  const until = now();
  const rises = (series: readonly number[]): number[] =>
    series.flatMap((_, index) =>
      index >= spikeHours && isTrue(series, index) && !isTrue(series, index - 1)
        ? hourOf(until) - (hours - 1 - index) * hourMs
        : [],
    );
  if (rule.when.of === "project") {
    // Project-wide hourly counters can't be filtered.
    if (rule.filter !== "") return undefined;
    const series = await store.traffic.hours(rule.projectId, { until, hours, ...environment });
    return lastWeekOfTimes(rises(series), { atLeast: false, isHourly: true });
  }
  const asked = {
    projectId: rule.projectId,
    since: until - 7 * dayMs,
    moreThan,
    limit: issuesLookedAt,
    ...environment,
  };
  const busy = await store.traffic.busyIssues(asked);
  const issues = await matching(
    store,
    rule,
    busy.map(({ issueId }) => issueId),
  );
  const ids: IssueId[] = issues.map(({ id }) => id);
  const trends = await store.traffic.issueHours(rule.projectId, ids, {
    until,
    hours,
    ...environment,
  });
  return lastWeekOfTimes([...trends.values()].flatMap(rises), {
    atLeast: busy.length === issuesLookedAt,
    isHourly: true,
  });
}
