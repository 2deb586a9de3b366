import { countOf, type Database } from "#server/storage/database.ts";
import { byDialect, isAnyOf, raw, rowsOf, sql } from "#server/storage/sql.ts";
import { deliveryColumns, deliveryOf, type DeliveryRow } from "./delivery-rows.ts";
import type { DeliveryStore } from "./delivery-store.ts";

const isDue = (now: number) =>
  sql`d.ended_at IS NULL AND d.due_at <= ${now} AND coalesce(d.lease_until, 0) <= ${now}`;
/** Skips rows that another process is settling or canceling. */
const skipLocked = byDialect(raw(""), raw(" FOR UPDATE OF d SKIP LOCKED"));

type Claims = Pick<DeliveryStore, "claim" | "settle" | "release" | "recover">;

/**
 * The sending side of the store. A lease belongs to the process that started this attempt; with
 * SQLite, only one process sends. Claims run one at a time: two at once would each use a receiver's
 * full limit.
 */
export function deliveryClaims({ query, transaction, locks }: Database, process: string): Claims {
  const holdsLease = byDialect(raw(""), sql`, lease_holder = ${process}`);
  const isHeld = byDialect(raw("true"), sql`lease_holder = ${process}`);

  return {
    async claim(now, { leaseMs, limit, perReceiver }) {
      const anyDue = sql`SELECT id FROM deliveries d WHERE ${isDue(now)} LIMIT 1`;
      if (limit <= 0 || (await countOf(query(anyDue))) === 0) return [];
      return transaction(async (transaction) => {
        const query = locks.underLock(transaction, "deliveries");
        const ids = (await query<{ id: number }>(free(now, limit, perReceiver))).map(
          ({ id }) => id,
        );
        if (ids.length === 0) return [];
        await query(sql`UPDATE deliveries SET tries = tries + 1, lease_until = ${now + leaseMs}${holdsLease}
          WHERE ${isAnyOf(raw("id"), ids)}`);
        const rows = await query<DeliveryRow>(sql`SELECT ${raw(deliveryColumns)}
          FROM deliveries d JOIN messages m ON m.id = d.message
          WHERE ${isAnyOf(raw("d.id"), ids)} ORDER BY d.due_at, d.id`);
        return rows.map((row) => ({ ...deliveryOf(row), since: row.since }));
      });
    },
    async settle({ id, tries }, state, answer) {
      const [dueAt, endedAt] = "dueAt" in state ? [state.dueAt, null] : [null, state.at];
      await query(sql`UPDATE deliveries SET state = ${state.state}, due_at = coalesce(${dueAt}, due_at),
        ended_at = ${endedAt}, answer = ${answer}, lease_until = NULL
        WHERE id = ${id} AND tries = ${tries} AND lease_until IS NOT NULL`);
    },
    async release(claimed) {
      if (claimed.length === 0) return;
      const given = rowsOf(
        { of_delivery: "bigint", of_try: "bigint" },
        claimed.map(({ id, tries }) => [id, tries]),
      );
      await query(sql`UPDATE deliveries SET lease_until = NULL, tries = tries - 1 FROM ${given}
        WHERE deliveries.id = given.of_delivery AND deliveries.tries = given.of_try AND deliveries.lease_until IS NOT NULL`);
    },
    recover: async () =>
      void (await query(sql`UPDATE deliveries SET lease_until = NULL
        WHERE ended_at IS NULL AND lease_until IS NOT NULL AND ${isHeld}`)),
  };
}

/** Due deliveries in order. Those in progress count toward a receiver's limit. */
const free = (now: number, limit: number, perReceiver: number) => sql`WITH busy AS (
    SELECT receiver, count(*) AS count FROM deliveries WHERE ended_at IS NULL AND lease_until > ${now} GROUP BY receiver
  ), due AS (
    SELECT d.id, d.receiver, row_number() OVER (PARTITION BY d.receiver ORDER BY d.due_at, d.id) AS place
    FROM deliveries d WHERE ${isDue(now)}
  )
  SELECT d.id FROM deliveries d JOIN due ON due.id = d.id LEFT JOIN busy ON busy.receiver = due.receiver
  WHERE due.place + coalesce(busy.count, 0) <= ${perReceiver} AND ${isDue(now)}
  ORDER BY d.due_at, d.id LIMIT ${limit}${skipLocked}`;
