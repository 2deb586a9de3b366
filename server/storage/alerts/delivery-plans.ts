import { type Database, firstOf } from "#server/storage/database.ts";
import { forUpdate, isAnyOf, raw, rowsOf, sql } from "#server/storage/sql.ts";
import { partiesOf, personOf } from "./delivery-rows.ts";
import type { DeliveryStore, NewDelivery } from "./delivery-store.ts";
import { isUnplanned } from "./notices.ts";

const deliveryColumns = {
  message_id: "text",
  user_id: "bigint",
  target: "text",
  receiver: "text",
} as const;

/** The side of the store that turns notices into deliveries. */
export function deliveryPlans({
  query,
  transaction,
}: Database): Pick<DeliveryStore, "sentAt" | "plan"> {
  return {
    async sentAt(lane, since) {
      const { ruleId, userId } = partiesOf(lane);
      const isTheirs = ruleId === null ? sql`user_id = ${userId}` : sql`rule_id = ${ruleId}`;
      const rows = await query<{ at: number }>(sql`SELECT at FROM messages WHERE ${isTheirs}
        AND project_id = ${lane.projectId} AND urgent = ${Number(lane.isTest)} AND at >= ${since} ORDER BY at`);
      return rows.map(({ at }) => at);
    },
    plan: ({ lane, lastId, count, at, message, deliveries }) =>
      transaction(async (query) => {
        const select = sql`SELECT id FROM notices WHERE ${isUnplanned(lane, lastId)}${forUpdate}`;
        const ids = (await query<{ id: number }>(select)).map(({ id }) => id);
        if (ids.length !== count) return;
        await query(sql`UPDATE notices SET planned_at = ${at} WHERE ${isAnyOf(raw("id"), ids)}`);
        if (!message) return;
        const { ruleId, userId } = partiesOf(lane);
        const made = await firstOf(
          query<{
            id: number;
          }>(sql`INSERT INTO messages (project_id, rule_id, user_id, urgent, at, message)
            VALUES (${lane.projectId}, ${ruleId}, ${userId}, ${Number(lane.isTest)}, ${at}, ${JSON.stringify(message)})
            RETURNING id`),
        );
        if (deliveries.length === 0) return;
        const given = rowsOf(deliveryColumns, deliveries.map(valuesOf));
        await query(sql`INSERT INTO deliveries
            (message, project_id, rule_id, created_at, since, due_at, message_id, user_id, target, receiver)
          SELECT ${made!.id}, ${lane.projectId}, ${ruleId}, ${at}, ${at}, ${at}, message_id, user_id, target, receiver
          FROM ${given} ORDER BY place`);
      }),
  };
}

const valuesOf = ({ messageId, target, receiver }: NewDelivery) => [
  messageId,
  personOf(target),
  JSON.stringify(target),
  receiver,
];
