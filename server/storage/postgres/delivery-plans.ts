import type { DeliveryStore, NewDelivery } from "#server/storage/delivery-store.ts";
import { partiesOf, personOf } from "#server/storage/layout/delivery-rows.ts";
import { laneKey } from "#server/storage/layout/notice-rows.ts";
import { columnsOf } from "./columns.ts";
import type { Database } from "./database.ts";

const ofParty = "project_id = $2 AND urgent = $3 AND at >= $4 ORDER BY at";
const sentByRule = `SELECT at FROM messages WHERE rule_id = $1 AND ${ofParty}`;
const sentToPerson = `SELECT at FROM messages WHERE user_id = $1 AND ${ofParty}`;
const lockUnplanned = `SELECT id FROM notices
  WHERE planned_at IS NULL AND recipient = $1 AND project_id = $2 AND urgent = $3 AND id <= $4 FOR UPDATE`;
const markPlanned = "UPDATE notices SET planned_at = $1 WHERE id = ANY($2::bigint[])";
const insertMessage = `INSERT INTO messages (project_id, rule_id, user_id, urgent, at, message)
  VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`;
const insertDeliveries = `INSERT INTO deliveries
    (message, project_id, rule_id, created_at, since, due_at, message_id, user_id, target, receiver)
  SELECT $1, $2, $3, $4, $4, $4, message_id, user_id, target, receiver
  FROM unnest($5::text[], $6::bigint[], $7::text[], $8::text[])
    WITH ORDINALITY AS d (message_id, user_id, target, receiver, place) ORDER BY place`;

/** The side of the store that makes deliveries of notices. */
export function deliveryPlans({ query, transaction }: Database): Pick<DeliveryStore, "sentAt" | "plan"> {
  return {
    async sentAt(lane, since) {
      const { ruleId, userId } = partiesOf(lane);
      const select = ruleId === null ? sentToPerson : sentByRule;
      const rows = await query<{ at: number }>(select, ruleId ?? userId, lane.projectId, Number(lane.isTest), since);
      return rows.map(({ at }) => at);
    },
    plan: ({ lane, lastId, count, at, message, deliveries }) =>
      transaction(async (query) => {
        const notices = await query<{ id: number }>(lockUnplanned, ...laneKey(lane), lastId);
        if (notices.length !== count) return;
        const ids = notices.map(({ id }) => id);
        await query(markPlanned, at, ids);
        if (!message) return;
        const { ruleId, userId } = partiesOf(lane);
        const said = [lane.projectId, ruleId, userId, Number(lane.isTest), at, JSON.stringify(message)];
        const [made] = await query<{ id: number }>(insertMessage, ...said);
        if (deliveries.length === 0) return;
        await query(insertDeliveries, made!.id, lane.projectId, ruleId, at, ...columnsOf(deliveries.map(valuesOf)));
      }),
  };
}

const valuesOf = ({ messageId, target, receiver }: NewDelivery) => [
  ...[messageId, personOf(target), JSON.stringify(target), receiver],
];
