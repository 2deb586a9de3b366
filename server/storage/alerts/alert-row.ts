import type { Channel, Pace } from "#server/domain/alert/channel.ts";
import type { AlertCondition, AlertRule, Firing } from "#server/domain/alert/rule.ts";
import type { AlertRuleId, ProjectId, UserId } from "#server/domain/ids.ts";
import type { Evaluation, ListedRule } from "./alert-store.ts";

export type AlertRow = {
  id: number;
  project_id: number;
  name: string;
  condition: string;
  filter: string;
  environment: string;
  channels: string;
  pace: string;
  muted_until: number | null;
  created_at: number;
  created_by: number | null;
  since: number;
};

export const alertColumns =
  "id, project_id, name, condition, filter, environment, channels, pace, muted_until, created_at, created_by, since";

export function ruleOf(row: AlertRow): AlertRule {
  return {
    id: row.id as AlertRuleId,
    projectId: row.project_id as ProjectId,
    name: row.name,
    filter: row.filter,
    environment: row.environment,
    since: row.since,
    when: JSON.parse(row.condition) as AlertCondition,
    channels: JSON.parse(row.channels) as Channel[],
    pace: JSON.parse(row.pace) as Pace,
    ...(row.muted_until !== null && { mutedUntil: row.muted_until }),
    createdAt: row.created_at,
    ...(row.created_by !== null && { createdBy: row.created_by as UserId }),
  };
}

/**
 * Parameters of the statements that write a rule, in order: name, condition, filter, environment,
 * channels, pace, mute, since.
 */
export const writtenOf = (rule: Omit<AlertRule, "id">) =>
  [
    rule.name,
    JSON.stringify(rule.when),
    rule.filter,
    rule.environment,
    JSON.stringify(rule.channels),
    JSON.stringify(rule.pace),
    rule.mutedUntil ?? null,
    rule.since,
  ] as const;

export type ListedRuleRow = AlertRow & { last_fired_at: number | null; firing: number };

export const listedRuleOf = ({ last_fired_at, firing, ...row }: ListedRuleRow): ListedRule => ({
  ...ruleOf(row),
  firing,
  ...(last_fired_at !== null && { lastFiredAt: last_fired_at }),
});

export type FiringRow = { subject: string; from_at: number; told_at: number };

export const firingOf = ({ subject, from_at, told_at }: FiringRow): Firing => ({
  subject,
  from: from_at,
  toldAt: told_at,
});

/**
 * Whether the rule's firings are unchanged since the evaluation, and no notification was sent
 * since.
 */
export function isAsJudged(
  rows: FiringRow[],
  { firings }: NonNullable<Evaluation["judged"]>,
): boolean {
  const toldAt = new Map(rows.map(({ subject, told_at }) => [subject, told_at]));
  return (
    firings.length === rows.length &&
    firings.every((firing) => toldAt.get(firing.subject) === firing.toldAt)
  );
}
