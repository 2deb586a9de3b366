import {
  alertColumns,
  type AlertRow,
  type FiringRow,
  firingOf,
  listedRuleOf,
  type ListedRuleRow,
  ruleOf,
  writtenOf,
} from "#server/storage/layout/alert-row.ts";
import { recipientOf } from "#server/storage/layout/notice-rows.ts";
import type { AlertStore } from "#server/storage/alert-store.ts";
import { recordEvaluation, selectFirings } from "./alert-record.ts";
import type { Database } from "./database.ts";
import { followReleases } from "./release-sightings.ts";

const insertRule = `INSERT INTO alert_rules
  (name, condition, filter, environment, channels, pace, muted_until, since, project_id, created_at, created_by)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING ${alertColumns}`;
const lockRule = "SELECT since FROM alert_rules WHERE project_id = $1 AND id = $2 FOR UPDATE";
const changeRule = `UPDATE alert_rules SET name = $1, condition = $2, filter = $3, environment = $4, channels = $5, pace = $6,
  muted_until = $7, since = $8 WHERE project_id = $9 AND id = $10 RETURNING ${alertColumns}`;
const forgetFirings = "DELETE FROM alert_firings WHERE rule_id = $1";
const removeRule = "DELETE FROM alert_rules WHERE project_id = $1 AND id = $2";
const removeNotices = "DELETE FROM notices WHERE project_id = $1 AND recipient = $2";
const listed = `SELECT ${alertColumns}, last_fired_at,
  (SELECT count(*) FROM alert_firings f WHERE f.rule_id = r.id) AS firing FROM alert_rules r WHERE project_id = $1`;
const selectOne = `${listed} AND id = $2`;
const selectAll = `${listed} ORDER BY id`;
const selectActive = `SELECT ${alertColumns} FROM alert_rules r WHERE coalesce(muted_until, 0) <= $1
  AND EXISTS (SELECT FROM projects p WHERE p.id = r.project_id AND p.deleting_at IS NULL) ORDER BY id`;

export function alertStore(database: Database): AlertStore {
  const { query, transaction } = database;
  return {
    async create(rule) {
      const values = [...writtenOf(rule), rule.projectId, rule.createdAt, rule.createdBy ?? null];
      return ruleOf((await query<AlertRow>(insertRule, ...values))[0]!);
    },
    change: (rule) =>
      transaction(async (query) => {
        const [before] = await query<{ since: number }>(lockRule, rule.projectId, rule.id);
        if (!before) return undefined;
        if (before.since !== rule.since) await query(forgetFirings, rule.id);
        const [row] = await query<AlertRow>(changeRule, ...writtenOf(rule), rule.projectId, rule.id);
        return ruleOf(row!);
      }),
    remove: (projectId, id) =>
      transaction(async (query) => {
        const [, removed] = await Promise.all([
          query(removeNotices, projectId, recipientOf({ kind: "rule", ruleId: id })),
          query(removeRule, projectId, id),
        ]);
        return removed.count > 0;
      }),
    async find(projectId, id) {
      const [row] = await query<ListedRuleRow>(selectOne, projectId, id);
      return row && listedRuleOf(row);
    },
    list: async (projectId) => (await query<ListedRuleRow>(selectAll, projectId)).map(listedRuleOf),
    active: async (now) => (await query<AlertRow>(selectActive, now)).map(ruleOf),
    firings: async (ruleId) => (await query<FiringRow>(selectFirings, ruleId)).map(firingOf),
    record: recordEvaluation(database),
    releasesAfter: followReleases(query),
  };
}
