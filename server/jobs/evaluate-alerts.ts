import { judge } from "#server/domain/alert/judge.ts";
import type { AlertRule, Firing } from "#server/domain/alert/rule.ts";
import { isNodeAway } from "#server/domain/health/disk-cause.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { FiringChange, RuleNotice } from "#server/storage/alerts/alert-store.ts";
import { followActivity } from "./alert-activity.ts";
import { readRoutes, readVitals } from "./alert-budgets.ts";
import { followIncidents, followReleases } from "./alert-logs.ts";
import { type AlertDeps, rulesInUse } from "./alert-deps.ts";
import { allFollowers, type LogFollower } from "./follow-log.ts";
import { type FiringsBySubject, type Reading, type Readings, unread } from "./alert-readings.ts";
import { forEachProject } from "./nodes-away.ts";
import { readFrequency, readSpikes } from "./alert-traffic.ts";

/** Evaluates log-based rules every second. Six reads if nothing happened. */
export function followLogs(deps: AlertDeps): LogFollower {
  return allFollowers([followActivity(deps), followReleases(deps), followIncidents(deps)]);
}

/**
 * Evaluates time-window rules twice a minute. Each rule runs in its own transaction with its
 * notices. A failing rule doesn't affect the others.
 */
export async function evaluateWindows(deps: AlertDeps): Promise<void> {
  const rules = (await rulesInUse(deps)).filter(({ when }) => isWindow(when.kind));
  const byProject = Map.groupBy(rules, ({ projectId }) => projectId);
  if (byProject.size === 0) return;
  const failures: unknown[] = [];
  await forEachProject(deps.store, async (project) => {
    for (const rule of byProject.get(project.id) ?? [])
      await evaluateRule(deps, rule, project).catch((error: unknown) => {
        if (isNodeAway(error)) throw error;
        failures.push(error);
      });
  });
  if (failures.length > 0)
    throw new AggregateError(failures, "Alert rules could not be evaluated.");
}

const isWindow = (kind: AlertRule["when"]["kind"]): boolean =>
  kind === "frequency" || kind === "spike" || kind === "route" || kind === "vital";

async function evaluateRule(deps: AlertDeps, rule: AlertRule, project: Project): Promise<void> {
  const firings = new Map(
    (await deps.store.alerts.firings(rule.id)).map((firing) => [firing.subject, firing]),
  );
  const { readings, absent, settleMs } = await read(deps, rule, project, { firings });
  const subjects = new Set(readings.map(({ subject }) => subject));
  const silent = [...firings.keys()]
    .filter((subject) => !subjects.has(subject))
    .map((each) => unread(each, absent));
  const notices: RuleNotice[] = [];
  const changes: FiringChange[] = [];
  for (const reading of [...readings, ...silent]) {
    const judged = await judgeReading(rule, reading, firings.get(reading.subject), {
      now: deps.now(),
      settleMs,
    });
    if (judged.change) changes.push(judged.change);
    if (judged.notice) notices.push(judged.notice);
  }
  if (changes.length === 0) return;
  await deps.store.alerts.record({
    notices,
    firings: changes,
    judged: { ruleId: rule.id, firings: [...firings.values()] },
  });
}

/**
 * The current state of each subject of a rule. Also used by its page to show values next to the
 * threshold.
 */
export async function read(
  deps: AlertDeps,
  rule: AlertRule,
  project: Project,
  { firings = new Map(), within = false }: { firings?: FiringsBySubject; within?: boolean } = {},
): Promise<Readings> {
  const { when } = rule;
  const watching = { parts: deps, rule, project, firings, within };
  if (when.kind === "frequency") return readFrequency({ ...watching, when });
  if (when.kind === "spike") return readSpikes({ ...watching, when });
  if (when.kind === "route") return readRoutes({ ...watching, when });
  if (when.kind === "vital") return readVitals({ ...watching, when });
  return { readings: [], absent: undefined, settleMs: 0 };
}

async function judgeReading(
  rule: AlertRule,
  { subject, isTrue, notice }: Reading,
  firing: Firing | undefined,
  at: { now: number; settleMs: number },
): Promise<{ change?: FiringChange; notice?: RuleNotice }> {
  const verdict = judge(firing, isTrue, at);
  if (verdict === "stay") return {};
  const isOn = verdict === "tell" || verdict === "remind";
  const next = { subject, from: firing?.from ?? at.now, toldAt: at.now };
  const change = { ruleId: rule.id, subject, ...(isOn && { firing: next }) };
  const says = verdict === "forget" ? undefined : await notice(verdict);
  if (!says) return { change };
  const key = `rule:${rule.id}:${verdict}:${subject}:${at.now}`;
  const to = { kind: "rule", ruleId: rule.id } as const;
  return { change, notice: { key, at: at.now, projectId: rule.projectId, to, notice: says } };
}
