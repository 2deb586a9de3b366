import { countOf, type Database, firstOf } from "#server/storage/database.ts";
import { decodeCursor, pageOf } from "#server/storage/layout/keyset.ts";
import { allOf, byDialect, ifGiven, raw, type Sql, sql } from "#server/storage/sql.ts";
import { deliveryClaims } from "./delivery-claims.ts";
import { deliveryPlans } from "./delivery-plans.ts";
import {
  type CountRow,
  countsOf,
  deliveryColumns,
  listedOf,
  type ListedRow,
} from "./delivery-rows.ts";
import type { DeliveryFilter, DeliveryStore } from "./delivery-store.ts";

const selectListed =
  raw(`SELECT ${deliveryColumns}, u.email, r.name AS rule_name, p.slug, p.name AS project
  FROM deliveries d JOIN messages m ON m.id = d.message JOIN projects p ON p.id = d.project_id
  LEFT JOIN users u ON u.id = d.user_id LEFT JOIN alert_rules r ON r.id = d.rule_id`);
// Not read as JSON in PostgreSQL, which fails on U+0000 in a string, as a typed address may
// contain.
const kindOfTarget = byDialect(
  raw("target ->> 'kind'"),
  raw(`substring(target from '"kind":"([a-z-]+)"')`),
);
const isIdle = (now: number): Sql => sql`coalesce(lease_until, 0) <= ${now}`;
const again = (
  now: number,
): Sql => sql`UPDATE deliveries SET state = 'pending', due_at = ${now}, since = ${now},
  ended_at = NULL, lease_until = NULL`;
/** Rows that a job deletes at a time, because others write, too. */
const slice = raw(500);

export function deliveryStore(database: Database, process: string): DeliveryStore {
  const { query } = database;
  const evict = (table: Sql, before: number) =>
    countOf(
      query(
        sql`DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE at < ${before} LIMIT ${slice})`,
      ),
    );

  return {
    ...deliveryPlans(database),
    ...deliveryClaims(database, process),
    async list(filter) {
      const rows = await query<ListedRow>(sql`${selectListed} WHERE ${conditionsOf(filter)}
        ORDER BY d.id DESC LIMIT ${filter.limit + 1}`);
      return pageOf(rows, filter.limit, listedOf, (last) => [last.id]);
    },
    async find(projectId, id) {
      const row = await firstOf(
        query<ListedRow>(sql`${selectListed} WHERE d.project_id = ${projectId} AND d.id = ${id}`),
      );
      return row && listedOf(row);
    },
    retry: async (projectId, id, now) =>
      (await countOf(
        query(sql`${again(now)} WHERE project_id = ${projectId} AND id = ${id} AND state IN ('retrying', 'failed')
          AND ${isIdle(now)}`),
      )) > 0,
    cancel: async (projectId, id, now, answer) =>
      (await countOf(
        query(sql`UPDATE deliveries SET state = 'failed', ended_at = ${now}, answer = ${answer}, lease_until = NULL
          WHERE project_id = ${projectId} AND id = ${id} AND ended_at IS NULL AND ${isIdle(now)}`),
      )) > 0,
    counts: async (since) =>
      countsOf(
        await query<CountRow>(sql`SELECT ${kindOfTarget} AS kind, state, count(*) AS count FROM deliveries
          WHERE ended_at IS NULL OR (state IN ('delivered', 'failed') AND ended_at >= ${since}) GROUP BY 1, 2`),
      ),
    retryFailed: (since, now) =>
      countOf(query(sql`${again(now)} WHERE state = 'failed' AND ended_at >= ${since}`)),
    evict: async (before) =>
      (await evict(raw("messages"), before)) + (await evict(raw("notices"), before)),
  };
}

function conditionsOf({ ruleId, state, since = 0, cursor }: DeliveryFilter): Sql {
  const [before] = decodeCursor<[number]>(cursor, ["integer"]) ?? [];
  return allOf([
    sql`d.created_at >= ${since} AND p.deleting_at IS NULL`,
    ifGiven(before, (before) => sql`d.id < ${before}`),
    ifGiven(ruleId, (ruleId) => sql`d.rule_id = ${ruleId}`),
    ifGiven(state, (state) => sql`d.state = ${state}`),
  ]);
}
