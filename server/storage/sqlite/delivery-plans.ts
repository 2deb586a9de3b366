import type { DeliveryStore } from "#server/storage/delivery-store.ts";
import type { Connections } from "./connections.ts";
import { partiesOf, personOf } from "#server/storage/layout/delivery-rows.ts";
import { laneKey } from "#server/storage/layout/notice-rows.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

const countUnplanned = `SELECT count(*) AS count FROM notices
  WHERE planned_at IS NULL AND recipient = ? AND project_id = ? AND urgent = ? AND id <= ?`;
const markPlanned = `UPDATE notices SET planned_at = ?
  WHERE planned_at IS NULL AND recipient = ? AND project_id = ? AND urgent = ? AND id <= ?`;
const insertMessage = `INSERT INTO messages (project_id, rule_id, user_id, urgent, at, message)
  VALUES (?, ?, ?, ?, ?, ?) RETURNING id`;
const insertDelivery = `INSERT INTO deliveries
  (message, message_id, project_id, rule_id, user_id, target, receiver, created_at, since, due_at)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8, ?8)`;

/** The side of the store that makes deliveries of notices. */
export function deliveryPlans({ reader, writer }: Connections, write: Write): Pick<DeliveryStore, "sentAt" | "plan"> {
  const ofRule = prepare<{ at: number }>(
    reader,
    "SELECT at FROM messages WHERE rule_id = ? AND project_id = ? AND urgent = ? AND at >= ? ORDER BY at",
  );
  const ofPerson = prepare<{ at: number }>(
    reader,
    "SELECT at FROM messages WHERE user_id = ? AND project_id = ? AND urgent = ? AND at >= ? ORDER BY at",
  );
  const unplanned = prepare<{ count: number }>(writer, countUnplanned);
  const mark = prepare(writer, markPlanned);
  const message = prepare<{ id: number }>(writer, insertMessage);
  const delivery = prepare(writer, insertDelivery);

  return {
    async sentAt(lane, since) {
      const { ruleId, userId } = partiesOf(lane);
      const rows = ruleId === null ? ofPerson : ofRule;
      return rows.all(ruleId ?? userId, lane.projectId, Number(lane.isTest), since).map(({ at }) => at);
    },
    plan: ({ lane, lastId, count, at, message: said, deliveries }) =>
      write(() => {
        if (unplanned.get(...laneKey(lane), lastId)!.count !== count) return;
        mark.run(at, ...laneKey(lane), lastId);
        if (!said) return;
        const { ruleId, userId } = partiesOf(lane);
        const text = JSON.stringify(said);
        const { id } = message.get(lane.projectId, ruleId, userId, Number(lane.isTest), at, text)!;
        for (const { messageId, target, receiver } of deliveries) {
          const person = personOf(target);
          delivery.run(id, messageId, lane.projectId, ruleId, person, JSON.stringify(target), receiver, at);
        }
      }),
  };
}
