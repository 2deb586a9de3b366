import type { AlertRuleId } from "#server/domain/ids.ts";
import type { Database, Query } from "#server/storage/database.ts";
import { forUpdate, rowsOf, type Sql, sql } from "#server/storage/sql.ts";
import { type FiringRow, isAsJudged } from "./alert-row.ts";
import type { AlertStore, Evaluation, FiringChange, RuleNotice } from "./alert-store.ts";
import { addNotices, moveFollower } from "./notices.ts";

export const selectFirings = (ruleId: AlertRuleId): Sql =>
  sql`SELECT subject, from_at, told_at FROM alert_firings WHERE rule_id = ${ruleId}`;

/** Stores the result of an evaluation in one transaction. */
export function recordEvaluation({ transaction, locks }: Database): AlertStore["record"] {
  return ({ notices, firings, place, judged }: Evaluation) =>
    transaction(async (query) => {
      if (place && !(await moveFollower(query, place))) return;
      if (judged && !(await isStillSo(query, judged))) return;
      await changeFirings(query, firings);
      const told = await rulesThatFire(query, notices);
      const toldOf = notices.filter(({ to }) => told.has(to.ruleId));
      await addNotices(query, locks, toldOf);
    });
}

/** A concurrent evaluation of the rule waits until this one is stored. */
async function isStillSo(
  query: Query,
  judged: NonNullable<Evaluation["judged"]>,
): Promise<boolean> {
  await query(sql`SELECT id FROM alert_rules WHERE id = ${judged.ruleId}${forUpdate}`);
  return isAsJudged(await query<FiringRow>(selectFirings(judged.ruleId)), judged);
}

/** Those of the rules that still exist. */
async function rulesThatFire(query: Query, notices: RuleNotice[]): Promise<Set<AlertRuleId>> {
  if (notices.length === 0) return new Set();
  // If a rule has several notices, the last sets its last triggered time.
  const newest = new Map(
    notices.map(({ to, projectId, at }) => [to.ruleId, [to.ruleId, projectId, at]]),
  );
  const told = rowsOf({ rule_id: "bigint", of_project: "bigint", told_at: "bigint" }, [
    ...newest.values(),
  ]);
  const rows = await query<{
    id: AlertRuleId;
  }>(sql`UPDATE alert_rules SET last_fired_at = given.told_at FROM ${told}
    WHERE alert_rules.id = given.rule_id AND alert_rules.project_id = given.of_project RETURNING id`);
  return new Set(rows.map(({ id }) => id));
}

/** If a subject changes several times, the last change counts. */
async function changeFirings(query: Query, changes: FiringChange[]): Promise<void> {
  const last = [
    ...new Map(changes.map((change) => [`${change.ruleId} ${change.subject}`, change])).values(),
  ];
  await putFirings(query, last);
  const ended = last.flatMap(({ ruleId, subject, firing }) => (firing ? [] : [[ruleId, subject]]));
  if (ended.length === 0) return;
  await query(sql`DELETE FROM alert_firings WHERE (rule_id, subject) IN
    (SELECT rule_id, subject FROM ${rowsOf({ rule_id: "bigint", subject: "text" }, ended)})`);
}

const firingColumns = {
  of_rule: "bigint",
  subject: "text",
  from_at: "bigint",
  told_at: "bigint",
} as const;

/** A rule deleted during its evaluation has no row to reference. */
async function putFirings(query: Query, changes: FiringChange[]): Promise<void> {
  const rows = changes.flatMap(({ ruleId, subject, firing }) =>
    firing ? [[ruleId, subject, firing.from, firing.toldAt]] : [],
  );
  if (rows.length === 0) return;
  await query(sql`INSERT INTO alert_firings (rule_id, subject, from_at, told_at)
    SELECT r.id, given.subject, given.from_at, given.told_at
    FROM ${rowsOf(firingColumns, rows)} JOIN alert_rules r ON r.id = given.of_rule WHERE true
    ON CONFLICT (rule_id, subject) DO UPDATE SET from_at = excluded.from_at, told_at = excluded.told_at`);
}
