import type { DeliveryStore } from "#server/storage/delivery-store.ts";
import { deliveryColumns, deliveryOf, type DeliveryRow } from "#server/storage/layout/delivery-rows.ts";
import { columnsOf } from "./columns.ts";
import type { Database } from "./database.ts";
import { nounQuery } from "./noun-database.ts";
import { takeTurn } from "./turns.ts";

const isDue = "d.ended_at IS NULL AND d.due_at <= $1 AND coalesce(d.lease_until, 0) <= $1";
const selectAnyDue = `SELECT id FROM deliveries d WHERE ${isDue} LIMIT 1`;

/** Those under way count against what a receiver may hold up. Rows that somebody settles or cancels just now are left for later. */
const take = `WITH busy AS (
    SELECT receiver, count(*) AS count FROM deliveries WHERE ended_at IS NULL AND lease_until > $1 GROUP BY receiver
  ), due AS (
    SELECT id, receiver, row_number() OVER (PARTITION BY receiver ORDER BY due_at, id) AS place
    FROM deliveries d WHERE ${isDue}
  ), free AS (
    SELECT d.id FROM deliveries d JOIN due ON due.id = d.id LEFT JOIN busy ON busy.receiver = due.receiver
    WHERE due.place + coalesce(busy.count, 0) <= $5 AND ${isDue} ORDER BY d.due_at, d.id LIMIT $4
    FOR UPDATE OF d SKIP LOCKED
  )
  UPDATE deliveries d SET tries = tries + 1, lease_until = $2, lease_holder = $3 FROM free, messages m
  WHERE d.id = free.id AND m.id = d.message RETURNING ${deliveryColumns}`;
const settleOne = `UPDATE deliveries SET state = $1, due_at = coalesce($2, due_at), ended_at = $3, answer = $4, lease_until = NULL
  WHERE id = $5 AND tries = $6 AND lease_until IS NOT NULL`;
const giveBack = `UPDATE deliveries d SET lease_until = NULL, tries = d.tries - 1
  FROM unnest($1::bigint[], $2::bigint[]) AS claimed (id, tries)
  WHERE d.id = claimed.id AND d.tries = claimed.tries AND d.lease_until IS NOT NULL`;
const giveBackAll = `UPDATE deliveries SET lease_until = NULL
  WHERE ended_at IS NULL AND lease_until IS NOT NULL AND lease_holder = $1`;

type Claims = Pick<DeliveryStore, "claim" | "settle" | "release" | "recover">;

/**
 * The side of the store that sends. A lease is held by whoever began the try of that number. Only one claims at a time: two at once
 * would both give a receiver what one of them may.
 */
export function deliveryClaims({ query, transaction }: Database, process: string): Claims {
  return {
    async claim(now, { leaseMs, limit, perReceiver }) {
      if (limit <= 0 || (await query(selectAnyDue, now)).length === 0) return [];
      const [, rows] = await transaction((query) =>
        Promise.all([
          takeTurn(nounQuery(query), "deliveries"),
          query<DeliveryRow>(take, now, now + leaseMs, process, limit, perReceiver),
        ]),
      );
      const inOrder = rows.toSorted((a, b) => a.due_at - b.due_at || a.id - b.id);
      return inOrder.map((row) => ({ ...deliveryOf(row), since: row.since }));
    },
    async settle({ id, tries }, state, answer) {
      const isOpen = "dueAt" in state;
      await query(settleOne, state.state, isOpen ? state.dueAt : null, isOpen ? null : state.at, answer, id, tries);
    },
    async release(claimed) {
      if (claimed.length > 0) await query(giveBack, ...columnsOf(claimed.map(({ id, tries }) => [id, tries])));
    },
    recover: async () => void (await query(giveBackAll, process)),
  };
}
