import type { AlertRuleId } from "#server/domain/ids.ts";
import { type FiringRow, isAsJudged } from "#server/storage/layout/alert-row.ts";
import type { AlertStore, Evaluation, FiringChange, RuleNotice } from "#server/storage/alert-store.ts";
import { columnsOf } from "./columns.ts";
import type { Database, Query } from "./database.ts";
import { addNotices, moveFollower } from "./notices.ts";

export const selectFirings = "SELECT subject, from_at, told_at FROM alert_firings WHERE rule_id = $1";
const lockRule = "SELECT id FROM alert_rules WHERE id = $1 FOR UPDATE";
const fire = `UPDATE alert_rules r SET last_fired_at = told.at
  FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS told (rule_id, project_id, at)
  WHERE r.id = told.rule_id AND r.project_id = told.project_id RETURNING r.id`;
// A rule that was removed while it was evaluated has no row to point at.
const putFirings = `INSERT INTO alert_firings (rule_id, subject, from_at, told_at)
  SELECT r.id, f.subject, f.from_at, f.told_at
  FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[]) AS f (rule_id, subject, from_at, told_at)
    JOIN alert_rules r ON r.id = f.rule_id
  ON CONFLICT (rule_id, subject) DO UPDATE SET from_at = excluded.from_at, told_at = excluded.told_at`;
const endFirings = `DELETE FROM alert_firings f USING unnest($1::bigint[], $2::text[]) AS ended (rule_id, subject)
  WHERE f.rule_id = ended.rule_id AND f.subject = ended.subject`;

/** What an evaluation came to, in one transaction. */
export function recordEvaluation({ transaction }: Database): AlertStore["record"] {
  return ({ notices, firings, place, judged }: Evaluation) =>
    transaction(async (query) => {
      if (place && !(await moveFollower(query, place))) return;
      if (judged && !(await isStillSo(query, judged))) return;
      await changeFirings(query, firings);
      const told = await rulesThatFire(query, notices);
      await addNotices(
        query,
        notices.filter(({ to }) => told.has(to.ruleId)),
      );
    });
}

/** Whoever else judges the rule waits until this is kept. */
async function isStillSo(query: Query, judged: NonNullable<Evaluation["judged"]>): Promise<boolean> {
  const [, rows] = await Promise.all([query(lockRule, judged.ruleId), query<FiringRow>(selectFirings, judged.ruleId)]);
  return isAsJudged(rows, judged);
}

/** Those of the rules that are still there. */
async function rulesThatFire(query: Query, notices: RuleNotice[]): Promise<Set<AlertRuleId>> {
  if (notices.length === 0) return new Set();
  // Of several of a rule the last says when it was told of last.
  const newest = new Map(notices.map(({ to, projectId, at }) => [to.ruleId, [to.ruleId, projectId, at]]));
  const rows = await query<{ id: AlertRuleId }>(fire, ...columnsOf([...newest.values()]));
  return new Set(rows.map(({ id }) => id));
}

/** Of several changes of one subject the last is what becomes of it. */
async function changeFirings(query: Query, changes: FiringChange[]): Promise<void> {
  const last = [...new Map(changes.map((change) => [`${change.ruleId} ${change.subject}`, change])).values()];
  const put = last.flatMap(({ ruleId, subject, firing }) =>
    firing ? [[ruleId, subject, firing.from, firing.toldAt]] : [],
  );
  const ended = last.flatMap(({ ruleId, subject, firing }) => (firing ? [] : [[ruleId, subject]]));
  if (put.length > 0) await query(putFirings, ...columnsOf(put));
  if (ended.length > 0) await query(endFirings, ...columnsOf(ended));
}
