import type { DeliveryFilter, DeliveryStore } from "#server/storage/delivery-store.ts";
import {
  type CountRow,
  countsOf,
  deliveryColumns,
  listedOf,
  type ListedRow,
} from "#server/storage/layout/delivery-rows.ts";
import { decodeCursor, encodeCursor } from "#server/storage/layout/keyset.ts";
import type { Database } from "./database.ts";
import { deliveryClaims } from "./delivery-claims.ts";
import { deliveryPlans } from "./delivery-plans.ts";

const selectAny = `SELECT ${deliveryColumns}, u.email, r.name AS rule_name, p.slug, p.name AS project
  FROM deliveries d JOIN messages m ON m.id = d.message JOIN projects p ON p.id = d.project_id
  LEFT JOIN users u ON u.id = d.user_id LEFT JOIN alert_rules r ON r.id = d.rule_id`;
const selectOne = `${selectAny} WHERE d.project_id = $1 AND d.id = $2`;
const select = `${selectAny} WHERE d.id < $1 AND d.created_at >= $2 AND p.deleting_at IS NULL`;
const end = "ORDER BY d.id DESC LIMIT $3";
const selectAll = `${select} ${end}`;
const selectOfRule = `${select} AND d.rule_id = $4 ${end}`;
const selectInState = `${select} AND d.state = $4 ${end}`;
const isIdle = "coalesce(lease_until, 0) <= $1";
const again = "UPDATE deliveries SET state = 'pending', due_at = $1, since = $1, ended_at = NULL, lease_until = NULL";
const retryOne = `${again} WHERE project_id = $2 AND id = $3 AND state IN ('retrying', 'failed') AND ${isIdle}`;
const retryAll = `${again} WHERE state = 'failed' AND ended_at >= $2`;
const cancelOne = `UPDATE deliveries SET state = 'failed', ended_at = $1, answer = $4, lease_until = NULL
  WHERE project_id = $2 AND id = $3 AND ended_at IS NULL AND ${isIdle}`;
// Not as JSON, which the database refuses to read where a text in it has U+0000, as an address may that somebody typed.
const countStates = `SELECT substring(target from '"kind":"([a-z-]+)"') AS kind, state, count(*) AS count FROM deliveries
  WHERE ended_at IS NULL OR (state IN ('delivered', 'failed') AND ended_at >= $1) GROUP BY 1, 2`;
/** What a job removes at a time: others write, too. */
const slice = 500;
const old = (table: string) =>
  `DELETE FROM ${table} WHERE id = ANY (ARRAY (SELECT id FROM ${table} WHERE at < $1 LIMIT ${slice}))`;
const evictMessages = old("messages");
const evictNotices = old("notices");

export function deliveryStore(database: Database, process: string): DeliveryStore {
  const { query } = database;

  function find({ ruleId, state }: Pick<DeliveryFilter, "ruleId" | "state">, asked: number[]): Promise<ListedRow[]> {
    if (ruleId !== undefined) return query<ListedRow>(selectOfRule, ...asked, ruleId);
    if (state !== undefined) return query<ListedRow>(selectInState, ...asked, state);
    return query<ListedRow>(selectAll, ...asked);
  }

  return {
    ...deliveryPlans(database),
    ...deliveryClaims(database, process),
    async list({ ruleId, state, since = 0, cursor, limit }) {
      const [before] = decodeCursor<[number]>(cursor, ["integer"]) ?? [Number.MAX_SAFE_INTEGER];
      const rows = await find({ ruleId, state }, [before, since, limit + 1]);
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      return { rows: shown.map(listedOf), ...(last && { next: encodeCursor([last.id]) }) };
    },
    async find(projectId, id) {
      const [row] = await query<ListedRow>(selectOne, projectId, id);
      return row && listedOf(row);
    },
    retry: async (projectId, id, now) => (await query(retryOne, now, projectId, id)).count > 0,
    cancel: async (projectId, id, now, answer) => (await query(cancelOne, now, projectId, id, answer)).count > 0,
    counts: async (since) => countsOf(await query<CountRow>(countStates, since)),
    retryFailed: async (since, now) => (await query(retryAll, now, since)).count,
    async evict(before) {
      const [messages, notices] = await Promise.all([query(evictMessages, before), query(evictNotices, before)]);
      return messages.count + notices.count;
    },
  };
}
