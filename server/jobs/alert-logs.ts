import { incidentNotice, releaseNotice } from "#server/domain/alert/log-notices.ts";
import type { AlertRule } from "#server/domain/alert/rule.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type { MonitorIncident } from "#server/domain/monitor/incident.ts";
import type { Notice } from "#server/domain/notice/notice.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { Evaluation, FiringChange, RuleNotice } from "#server/storage/alerts/alert-store.ts";
import { newsMs } from "./alert-activity.ts";
import { type AlertDeps, rulesInUse } from "./alert-deps.ts";
import { followLog, type LogFollower } from "./follow-log.ts";

const entriesAtOnce = 200;

/** Follows the release log. */
export function followReleases(deps: AlertDeps): LogFollower {
  const { alerts } = deps.store;
  const log = { start: async () => 0, newest: alerts.newestRelease, after: alerts.releasesAfter };
  return followLog(deps, log, {
    follower: "alerts: releases",
    entriesAtOnce,
    take: (entries) =>
      told(deps, "release", entries, ({ version }, _, project) => releaseNotice(version, project)),
    store: (notices, place) => alerts.record({ notices, firings: [], place }),
  });
}

/** Follows the incident log of monitors. Rules that reported a failure also report the recovery. */
export function followIncidents(deps: AlertDeps): LogFollower {
  const { alerts, monitors } = deps.store;
  const log = {
    start: async () => 0,
    newest: monitors.newestIncident,
    after: monitors.incidentsAfter,
  };
  return followLog(deps, log, {
    follower: "alerts: incidents",
    entriesAtOnce,
    take: (entries) => incidentsTold(deps, entries),
    store: (result, place) => alerts.record({ ...result, place }),
  });
}

async function incidentsTold(
  deps: AlertDeps,
  entries: MonitorIncident[],
): Promise<Pick<Evaluation, "notices" | "firings">> {
  const firings: FiringChange[] = [];
  if (entries.length === 0) return { notices: [], firings };
  const ill = await illnesses(deps);
  const notices = await told(deps, "check-in", entries, (incident, rule, project) => {
    const change = changeOf(rule, incident, ill);
    if (!change) return undefined;
    firings.push(change);
    return incidentNotice(incident, project);
  });
  return { notices, firings };
}

/** Identifies the rule and subject of an ongoing notification. */
async function illnesses(deps: AlertDeps): Promise<Set<string>> {
  const ill = new Set<string>();
  for (const { id, when } of await rulesInUse(deps)) {
    if (when.kind !== "check-in") continue;
    for (const { subject } of await deps.store.alerts.firings(id)) ill.add(`${id} ${subject}`);
  }
  return ill;
}

/**
 * Undefined: the rule doesn't match, or the failure was not reported. Each failure is reported: the
 * channel limits the number.
 */
function changeOf(
  rule: AlertRule,
  incident: MonitorIncident,
  ill: Set<string>,
): FiringChange | undefined {
  const { when, environment } = rule;
  if (when.kind !== "check-in" || (when.monitor !== "" && when.monitor !== incident.slug))
    return undefined;
  if (environment !== "" && environment !== incident.environment) return undefined;
  const subject = `monitor:${incident.monitorId}:${incident.environment}`;
  const known = `${rule.id} ${subject}`;
  if (incident.what === "recovered")
    return ill.delete(known) ? { ruleId: rule.id, subject } : undefined;
  ill.add(known);
  return { ruleId: rule.id, subject, firing: { subject, from: incident.at, toldAt: incident.at } };
}

type Entry = { id: number; projectId: ProjectId; at: number };

/** The messages of each existing matching rule for each recent entry. */
async function told<Logged extends Entry>(
  deps: AlertDeps,
  kind: "release" | "check-in",
  entries: Logged[],
  notice: (entry: Logged, rule: AlertRule, project: Project) => Notice | undefined,
): Promise<RuleNotice[]> {
  if (entries.length === 0) return [];
  const { store, now } = deps;
  const rules = (await rulesInUse(deps)).filter(({ when }) => when.kind === kind);
  const projects = new Map((await store.projects.list()).map((project) => [project.id, project]));
  const notices: RuleNotice[] = [];
  for (const entry of entries.filter(({ at }) => at > now() - newsMs)) {
    for (const rule of rules) {
      const project = projects.get(entry.projectId);
      if (rule.projectId !== entry.projectId || rule.since > entry.at || !project) continue;
      const says = notice(entry, rule, project);
      if (!says) continue;
      const to = { kind: "rule", ruleId: rule.id } as const;
      notices.push({
        key: `rule:${rule.id}:${kind}:${entry.id}`,
        at: now(),
        projectId: rule.projectId,
        to,
        notice: says,
      });
    }
  }
  return notices;
}
