import { activityNotice, type ToldActivity } from "#server/domain/alert/issue-notice.ts";
import type { AlertRule } from "#server/domain/alert/rule.ts";
import type { EventId } from "#server/domain/ids.ts";
import { dayMs } from "#server/domain/time.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { RuleNotice } from "#server/storage/alerts/alert-store.ts";
import type { LoggedActivity } from "#server/storage/issues/issue-store.ts";
import { type AlertDeps, matching, rulesInUse } from "./alert-deps.ts";
import { activityLog } from "./follow-activity.ts";
import { followLog, type LogFollower } from "./follow-log.ts";

/**
 * Reading an event takes a millisecond, or more with source maps: in a flood of new issues, the
 * rest are sent without a stack.
 */
const readAtOnce = 20;
/** A notice that couldn't be sent for this long is outdated. */
export const newsMs = dayMs;

type Told = LoggedActivity & { what: ToldActivity };
type Reading = AlertDeps & { projects: Map<number, Project>; eventsLeft: number };

const kindOf = {
  "first-seen": "issue-new",
  regressed: "issue-regressed",
  woken: "issue-escalated",
} as const;

/** Follows the activity log and writes the notices of matching rules. */
export function followActivity(deps: AlertDeps): LogFollower {
  return followLog(deps, activityLog(deps.store), {
    follower: "alerts",
    entriesAtOnce: 200,
    take: (entries) => noticesOfEach(deps, entries),
    store: (notices, place) => deps.store.alerts.record({ notices, firings: [], place }),
  });
}

async function noticesOfEach(deps: AlertDeps, entries: LoggedActivity[]): Promise<RuleNotice[]> {
  const { store, now } = deps;
  const told = entries.filter(
    (entry): entry is Told => entry.what.kind in kindOf && entry.at > now() - newsMs,
  );
  const rules = told.length === 0 ? [] : await rulesInUse(deps);
  const projects = new Map(
    (rules.length === 0 ? [] : await store.projects.list()).map((each) => [each.id, each]),
  );
  const reading: Reading = { ...deps, projects, eventsLeft: readAtOnce };
  const notices: RuleNotice[] = [];
  for (const entry of told) notices.push(...(await noticesOf(reading, entry, rules)));
  return notices;
}

async function noticesOf(reading: Reading, entry: Told, rules: AlertRule[]): Promise<RuleNotice[]> {
  const asked = rules.filter(
    ({ projectId, when, since }) =>
      projectId === entry.projectId && when.kind === kindOf[entry.what.kind] && since <= entry.at,
  );
  const project = reading.projects.get(entry.projectId);
  if (asked.length === 0 || !project) return [];
  const notices: RuleNotice[] = [];
  for (const rule of asked) {
    const [issue] = await matching(reading.store, rule, [entry.issueId]);
    if (!issue) continue;
    const read =
      reading.eventsLeft-- > 0 ? await reading.readEvent(issue, whichEvent(entry.what)) : undefined;
    if (read && happenedElsewhere(rule, entry.what, read.summary.environment)) continue;
    notices.push({
      key: `rule:${rule.id}:${entry.what.kind}:${entry.id}`,
      at: reading.now(),
      projectId: rule.projectId,
      to: { kind: "rule", ruleId: rule.id },
      notice: activityNotice(entry.what, { project, issue, ...(read && { event: read.event }) }),
    });
  }
  return notices;
}

const whichEvent = (what: ToldActivity) =>
  what.kind === "regressed" ? (what.eventId as EventId) : "latest";

/** An issue may occur in many environments, but it regresses in one. */
function happenedElsewhere(rule: AlertRule, what: ToldActivity, environment = ""): boolean {
  return what.kind === "regressed" && rule.environment !== "" && environment !== rule.environment;
}
