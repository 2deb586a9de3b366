import { chatKinds, chatServices, isChat } from "#server/domain/alert/chat.ts";
import { type Delivery, isTest, type Target } from "#server/domain/delivery/delivery.ts";
import { headline } from "#server/domain/delivery/message-words.ts";
import type { ListedDelivery } from "#server/storage/alerts/delivery-store.ts";

/** A delivery for tables: no secrets, no full messages. */
export type ShownDelivery = {
  id: number;
  channel: Target["kind"];
  to: string;
  subject: string;
  state: Delivery["state"]["state"];
  /** End time, or time of the next attempt. */
  at: number;
  tries: number;
  answer?: string;
  isTest: boolean;
  project: { slug: string; name: string };
  /** Absent: a personal notification, or the test of an unsaved rule. */
  rule?: { id: number; name: string };
};

export function shownDelivery(delivery: ListedDelivery): ShownDelivery {
  const { id, target, message, state, tries, answer, project, ruleId, ruleName } = delivery;
  return {
    id,
    channel: target.kind,
    to: receiverName(delivery),
    subject: headline(message),
    project,
    state: state.state,
    at: "at" in state ? state.at : state.dueAt,
    tries,
    isTest: isTest(message),
    ...(answer !== undefined && { answer }),
    ...(ruleId !== undefined && ruleName !== undefined && { rule: { id: ruleId, name: ruleName } }),
  };
}

/** The host only, because paths of webhooks may be secrets. */
function receiverName({ target, email }: ListedDelivery): string {
  if (isChat(target)) return target.host ?? "a channel";
  switch (target.kind) {
    case "mail":
      return email ?? String(target.to);
    case "webhook":
      return new URL(target.url).host;
  }
}

export const channelNames = {
  mail: "Email",
  webhook: "Webhook",
  ...Object.fromEntries(chatKinds.map((kind) => [kind, chatServices[kind].name])),
} as Record<Target["kind"], string>;
