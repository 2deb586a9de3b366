import type { Delivery, DeliveryState, Message, Target } from "#server/domain/delivery/delivery.ts";
import type { AlertRuleId, ProjectId, UserId } from "#server/domain/ids.ts";
import type { ChannelCounts, ListedDelivery } from "./delivery-store.ts";
import type { Lane } from "./notice-store.ts";

export type DeliveryRow = {
  id: number;
  message_id: string;
  project_id: number;
  rule_id: number | null;
  target: string;
  content: string;
  state: DeliveryState["state"];
  tries: number;
  created_at: number;
  since: number;
  due_at: number;
  ended_at: number | null;
  lease_until: number | null;
  answer: string | null;
};

export type ListedRow = DeliveryRow & {
  email: string | null;
  rule_name: string | null;
  slug: string;
  project: string;
};

export const deliveryColumns = `d.id, d.message_id, d.project_id, d.rule_id, d.target, m.message AS content, d.state, d.tries,
  d.created_at, d.since, d.due_at, d.ended_at, d.lease_until, d.answer`;

export function deliveryOf(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    messageId: row.message_id,
    projectId: row.project_id as ProjectId,
    tries: row.tries,
    ...(row.rule_id !== null && { ruleId: row.rule_id as AlertRuleId }),
    target: JSON.parse(row.target) as Target,
    message: JSON.parse(row.content) as Message,
    state: stateOf(row),
    createdAt: row.created_at,
    ...(row.answer !== null && { answer: row.answer }),
  };
}

export function listedOf(row: ListedRow): ListedDelivery {
  return {
    ...deliveryOf(row),
    ...(row.lease_until !== null && { leaseUntil: row.lease_until }),
    ...(row.email !== null && { email: row.email }),
    ...(row.rule_name !== null && { ruleName: row.rule_name }),
    project: { slug: row.slug, name: row.project },
  };
}

function stateOf({ state, due_at, ended_at }: DeliveryRow): DeliveryState {
  return state === "pending" || state === "retrying"
    ? { state, dueAt: due_at }
    : { state, at: ended_at! };
}

/**
 * Value of `deliveries.user_id`: the person, so that their emails are deleted with their account.
 */
export function personOf(target: Target): UserId | null {
  return target.kind === "mail" && typeof target.to === "number" ? target.to : null;
}

/** The owner of the messages: a rule or a person. */
export const partiesOf = ({ to }: Lane) =>
  to.kind === "rule" ? { ruleId: to.ruleId, userId: null } : { ruleId: null, userId: to.userId };

export type CountRow = {
  kind: ChannelCounts["kind"];
  state: Exclude<keyof ChannelCounts, "kind">;
  count: number;
};

export function countsOf(rows: CountRow[]): ChannelCounts[] {
  const kinds = [...new Set(rows.map(({ kind }) => kind))].toSorted();
  return kinds.map((kind) => {
    const none = { kind, pending: 0, retrying: 0, delivered: 0, failed: 0 };
    return rows
      .filter((row) => row.kind === kind)
      .reduce((sums, { state, count }) => ({ ...sums, [state]: count }), none);
  });
}
