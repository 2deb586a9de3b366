import type { AlertStore } from "#server/storage/alert-store.ts";
import { recordEvaluation } from "./alert-record.ts";
import {
  alertColumns,
  type AlertRow,
  type FiringRow,
  firingOf,
  type ListedRuleRow,
  listedRuleOf,
  ruleOf,
  writtenOf,
} from "#server/storage/layout/alert-row.ts";
import { recipientOf } from "#server/storage/layout/notice-rows.ts";
import type { Connections } from "./connections.ts";
import { followReleases } from "./release-sightings.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

const insertRule = `INSERT INTO alert_rules
  (name, condition, filter, environment, channels, pace, muted_until, since, project_id, created_at, created_by)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING ${alertColumns}`;
const changeRule = `UPDATE alert_rules SET name = ?, condition = ?, filter = ?, environment = ?, channels = ?, pace = ?,
  muted_until = ?, since = ? WHERE project_id = ? AND id = ? RETURNING ${alertColumns}`;
const forgetFirings = `DELETE FROM alert_firings
  WHERE rule_id = ?1 AND EXISTS (SELECT 1 FROM alert_rules WHERE id = ?1 AND project_id = ?2 AND since <> ?3)`;
const listed = `SELECT ${alertColumns}, last_fired_at,
  (SELECT count(*) FROM alert_firings f WHERE f.rule_id = r.id) AS firing FROM alert_rules r WHERE project_id = ?`;
const activeRules = `SELECT ${alertColumns} FROM alert_rules r WHERE coalesce(muted_until, 0) <= ?
  AND EXISTS (SELECT 1 FROM projects p WHERE p.id = r.project_id AND p.deleting_at IS NULL) ORDER BY id`;

export function alertStore({ reader, writer }: Connections, write: Write): AlertStore {
  const insert = prepare<AlertRow>(writer, insertRule);
  const change = prepare<AlertRow>(writer, changeRule);
  const forget = prepare(writer, forgetFirings);
  const remove = prepare(writer, "DELETE FROM alert_rules WHERE project_id = ? AND id = ?");
  const removeNotices = prepare(writer, "DELETE FROM notices WHERE project_id = ? AND recipient = ?");
  const find = prepare<ListedRuleRow>(reader, `${listed} AND id = ?`);
  const list = prepare<ListedRuleRow>(reader, `${listed} ORDER BY id`);
  const active = prepare<AlertRow>(reader, activeRules);
  const firings = prepare<FiringRow>(reader, "SELECT subject, from_at, told_at FROM alert_firings WHERE rule_id = ?");

  return {
    create: (rule) =>
      write(() => ruleOf(insert.get(...writtenOf(rule), rule.projectId, rule.createdAt, rule.createdBy ?? null)!)),
    change: (rule) =>
      write(() => {
        forget.run(rule.id, rule.projectId, rule.since);
        const row = change.get(...writtenOf(rule), rule.projectId, rule.id);
        return row && ruleOf(row);
      }),
    remove: (projectId, id) =>
      write(() => {
        removeNotices.run(projectId, recipientOf({ kind: "rule", ruleId: id }));
        return remove.run(projectId, id) > 0;
      }),
    find: async (projectId, id) => {
      const row = find.get(projectId, id);
      return row && listedRuleOf(row);
    },
    list: async (projectId) => list.all(projectId).map(listedRuleOf),
    active: async (now) => active.all(now).map(ruleOf),
    firings: async (ruleId) => firings.all(ruleId).map(firingOf),
    record: recordEvaluation(writer, write),
    releasesAfter: followReleases(reader),
  };
}
