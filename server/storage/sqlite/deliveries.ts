import type { DeliveryFilter, DeliveryStore } from "#server/storage/delivery-store.ts";
import type { Connections } from "./connections.ts";
import { deliveryClaims } from "./delivery-claims.ts";
import { deliveryPlans } from "./delivery-plans.ts";
import {
  type CountRow,
  countsOf,
  deliveryColumns,
  listedOf,
  type ListedRow,
} from "#server/storage/layout/delivery-rows.ts";
import { decodeCursor, encodeCursor } from "#server/storage/layout/keyset.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

const selectAny = `SELECT ${deliveryColumns}, u.email, r.name AS rule_name, p.slug, p.name AS project
  FROM deliveries d JOIN messages m ON m.id = d.message JOIN projects p ON p.id = d.project_id
  LEFT JOIN users u ON u.id = d.user_id LEFT JOIN alert_rules r ON r.id = d.rule_id`;
const select = `${selectAny} WHERE d.id < :before AND d.created_at >= :since AND p.deleting_at IS NULL`;
const end = "ORDER BY d.id DESC LIMIT :limit";
const isIdle = "coalesce(lease_until, 0) <= :now";
const again = `UPDATE deliveries SET state = 'pending', due_at = :now, since = :now, ended_at = NULL, lease_until = NULL`;
const countStates = `SELECT json_extract(target, '$.kind') AS kind, state, count(*) AS count FROM deliveries
  WHERE ended_at IS NULL OR (state IN ('delivered', 'failed') AND ended_at >= ?) GROUP BY kind, state`;
/** What a job removes at a time: others write, too. */
const slice = 500;
const old = (table: string) => `DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE at < ? LIMIT ${slice})`;

export function deliveryStore(connections: Connections, write: Write): DeliveryStore {
  const { reader, writer } = connections;
  const all = prepare<ListedRow>(reader, `${select} ${end}`);
  const ofRule = prepare<ListedRow>(reader, `${select} AND d.rule_id = :ruleId ${end}`);
  const inState = prepare<ListedRow>(reader, `${select} AND d.state = :state ${end}`);
  const one = prepare<ListedRow>(reader, `${selectAny} WHERE d.project_id = ? AND d.id = ?`);
  const retryOne = prepare(
    writer,
    `${again} WHERE id = :id AND project_id = :projectId AND state IN ('retrying', 'failed') AND ${isIdle}`,
  );
  const retryAll = prepare(writer, `${again} WHERE state = 'failed' AND ended_at >= :since`);
  const cancel = prepare(
    writer,
    `UPDATE deliveries SET state = 'failed', ended_at = :now, answer = :answer, lease_until = NULL
      WHERE id = :id AND project_id = :projectId AND ended_at IS NULL AND ${isIdle}`,
  );
  const counts = prepare<CountRow>(reader, countStates);
  const find = ({ ruleId, state }: Pick<DeliveryFilter, "ruleId" | "state">, asked: { [name: string]: number }) => {
    if (ruleId !== undefined) return ofRule.all({ ...asked, ruleId });
    return state === undefined ? all.all(asked) : inState.all({ ...asked, state });
  };
  const evictions = ["messages", "notices"].map((table) => prepare(writer, old(table)));

  return {
    ...deliveryPlans(connections, write),
    ...deliveryClaims(connections, write),
    async list({ ruleId, state, since = 0, cursor, limit }) {
      const [before] = decodeCursor<[number]>(cursor, ["integer"]) ?? [Number.MAX_SAFE_INTEGER];
      const asked = { before, since, limit: limit + 1 };
      const rows = find({ ruleId, state }, asked);
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      return { rows: shown.map(listedOf), ...(last && { next: encodeCursor([last.id]) }) };
    },
    async find(projectId, id) {
      const row = one.get(projectId, id);
      return row && listedOf(row);
    },
    retry: (projectId, id, now) => write(() => retryOne.run({ projectId, id, now }) > 0),
    cancel: (projectId, id, now, answer) => write(() => cancel.run({ projectId, id, now, answer }) > 0),
    counts: async (since) => countsOf(counts.all(since)),
    retryFailed: (since, now) => write(() => retryAll.run({ since, now })),
    evict: (before) => write(() => evictions.reduce((gone, evict) => gone + evict.run(before), 0)),
  };
}
