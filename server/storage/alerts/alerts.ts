import type { ProjectId } from "#server/domain/ids.ts";
import { countOf, type Database, firstOf } from "#server/storage/database.ts";
import {
  allOf,
  forUpdate,
  ifGiven,
  isAnyOf,
  joined,
  raw,
  type Sql,
  sql,
} from "#server/storage/sql.ts";
import { recordEvaluation, selectFirings } from "./alert-record.ts";
import {
  alertColumns,
  type AlertRow,
  type FiringRow,
  firingOf,
  listedRuleOf,
  type ListedRuleRow,
  ruleOf,
  writtenOf,
} from "./alert-row.ts";
import type { AlertStore, FirstSeenRelease } from "./alert-store.ts";
import { recipientOf } from "./notice-rows.ts";

const columns = raw(alertColumns);
const selectListed = (projectId: ProjectId): Sql => sql`SELECT ${columns}, last_fired_at,
  (SELECT count(*) FROM alert_firings f WHERE f.rule_id = r.id) AS firing
  FROM alert_rules r WHERE project_id = ${projectId}`;

type FirstSeenRow = { id: number; project_id: ProjectId; version: string; at: number };

export function alertStore(database: Database): AlertStore {
  const { query, transaction, locks } = database;
  return {
    async create(rule) {
      const values = [...writtenOf(rule), rule.projectId, rule.createdAt, rule.createdBy ?? null];
      const row = await firstOf(
        query<AlertRow>(sql`INSERT INTO alert_rules (name, condition, filter, environment, channels, pace, muted_until,
          since, project_id, created_at, created_by)
          VALUES (${joined(
            values.map((value) => sql`${value}`),
            ", ",
          )}) RETURNING ${columns}`),
      );
      return ruleOf(row!);
    },
    change: (rule) =>
      transaction(async (query) => {
        const isMeant = sql`project_id = ${rule.projectId} AND id = ${rule.id}`;
        const before = await firstOf(
          query<{ since: number }>(sql`SELECT since FROM alert_rules WHERE ${isMeant}${forUpdate}`),
        );
        if (!before) return undefined;
        if (before.since !== rule.since)
          await query(sql`DELETE FROM alert_firings WHERE rule_id = ${rule.id}`);
        const [name, condition, filter, environment, channels, pace, mutedUntil, since] =
          writtenOf(rule);
        const row = await firstOf(
          query<AlertRow>(sql`UPDATE alert_rules SET name = ${name}, condition = ${condition}, filter = ${filter},
            environment = ${environment}, channels = ${channels}, pace = ${pace}, muted_until = ${mutedUntil},
            since = ${since} WHERE ${isMeant} RETURNING ${columns}`),
        );
        return ruleOf(row!);
      }),
    remove: (projectId, id) =>
      transaction(async (query) => {
        const recipient = recipientOf({ kind: "rule", ruleId: id });
        await query(
          sql`DELETE FROM notices WHERE project_id = ${projectId} AND recipient = ${recipient}`,
        );
        return (
          (await countOf(
            query(sql`DELETE FROM alert_rules WHERE project_id = ${projectId} AND id = ${id}`),
          )) > 0
        );
      }),
    async find(projectId, id) {
      const row = await firstOf(
        query<ListedRuleRow>(sql`${selectListed(projectId)} AND id = ${id}`),
      );
      return row && listedRuleOf(row);
    },
    list: async (projectId) =>
      (await query<ListedRuleRow>(sql`${selectListed(projectId)} ORDER BY id`)).map(listedRuleOf),
    async active(now) {
      const rows = await query<AlertRow>(sql`SELECT ${columns} FROM alert_rules r
        WHERE coalesce(muted_until, 0) <= ${now}
          AND EXISTS (SELECT 1 FROM projects p WHERE p.id = r.project_id AND p.deleting_at IS NULL) ORDER BY id`);
      return rows.map(ruleOf);
    },
    firings: async (ruleId) => (await query<FiringRow>(selectFirings(ruleId))).map(firingOf),
    record: recordEvaluation(database),
    async releasesAfter(after, limit, of): Promise<FirstSeenRelease[]> {
      const isAsked = allOf([
        sql`id > ${after}`,
        ifGiven(of, (projectIds) => isAnyOf(raw("project_id"), projectIds)),
      ]);
      const rows =
        await query<FirstSeenRow>(sql`SELECT id, project_id, version, at FROM release_sightings
        WHERE ${isAsked} ORDER BY id LIMIT ${limit}`);
      return rows.map(({ project_id, ...row }) => ({ ...row, projectId: project_id }));
    },
    newestRelease: () => locks.newest(query, "releases"),
  };
}
