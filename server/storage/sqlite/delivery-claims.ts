import type { DeliveryStore } from "#server/storage/delivery-store.ts";
import type { Connections } from "./connections.ts";
import { deliveryColumns, deliveryOf, type DeliveryRow } from "#server/storage/layout/delivery-rows.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

const isDue = "ended_at IS NULL AND due_at <= :now AND coalesce(lease_until, 0) <= :now";

/** Those under way count against what a receiver may hold up. */
const take = `UPDATE deliveries SET tries = tries + 1, lease_until = :leaseUntil WHERE id IN (
  WITH busy AS (
    SELECT receiver, count(*) AS count FROM deliveries WHERE ended_at IS NULL AND lease_until > :now GROUP BY receiver
  ), due AS (
    SELECT id, due_at, receiver, row_number() OVER (PARTITION BY receiver ORDER BY due_at, id) AS place
    FROM deliveries WHERE ${isDue}
  )
  SELECT due.id FROM due LEFT JOIN busy USING (receiver)
  WHERE due.place + coalesce(busy.count, 0) <= :perReceiver ORDER BY due.due_at, due.id LIMIT :limit
) RETURNING id`;
const settleOne = `UPDATE deliveries SET state = ?, due_at = coalesce(?, due_at), ended_at = ?, answer = ?, lease_until = NULL
  WHERE id = ? AND tries = ? AND lease_until IS NOT NULL`;
const giveBack =
  "UPDATE deliveries SET lease_until = NULL, tries = tries - 1 WHERE id = ? AND tries = ? AND lease_until IS NOT NULL";

type Claims = Pick<DeliveryStore, "claim" | "settle" | "release" | "recover">;

/** The side of the store that sends. A lease is held by whoever began the try of that number. */
export function deliveryClaims({ reader, writer }: Connections, write: Write): Claims {
  const anyDue = prepare<{ id: number }>(reader, `SELECT id FROM deliveries WHERE ${isDue} LIMIT 1`);
  const claim = prepare<{ id: number }>(writer, take);
  const one = prepare<DeliveryRow>(
    writer,
    `SELECT ${deliveryColumns} FROM deliveries d JOIN messages m ON m.id = d.message WHERE d.id = ?`,
  );
  const settle = prepare(writer, settleOne);
  const release = prepare(writer, giveBack);
  const recover = prepare(
    writer,
    "UPDATE deliveries SET lease_until = NULL WHERE ended_at IS NULL AND lease_until IS NOT NULL",
  );

  return {
    async claim(now, { leaseMs, limit, perReceiver }) {
      if (limit <= 0 || !anyDue.get({ now })) return [];
      return write(() =>
        claim.all({ now, leaseUntil: now + leaseMs, limit, perReceiver }).map(({ id }) => {
          const row = one.get(id)!;
          return { ...deliveryOf(row), since: row.since };
        }),
      );
    },
    settle: ({ id, tries }, state, answer) =>
      write(() => {
        const isOpen = "dueAt" in state;
        settle.run(state.state, isOpen ? state.dueAt : null, isOpen ? null : state.at, answer, id, tries);
      }),
    release: (claimed) =>
      write(() => {
        for (const { id, tries } of claimed) release.run(id, tries);
      }),
    recover: () => write(() => void recover.run()),
  };
}
