import type { AlertRuleId } from "#server/domain/ids.ts";
import { headline } from "#server/domain/delivery/message-words.ts";
import { noticeCount } from "#server/domain/delivery/delivery.ts";
import { isoTime } from "#server/http/iso-time.ts";
import type { ListedDelivery } from "#server/storage/alerts/delivery-store.ts";
import type { DataHandler } from "./routes.ts";
import { limitOf, paramsOf } from "./search-params.ts";

/** `?cursor&limit`: a rule's deliveries and their results, newest first. */
export const deliveriesData: DataHandler = async ({ services, project }, request) => {
  const params = paramsOf(request);
  const id = Number(request.params.rule);
  const rule =
    Number.isSafeInteger(id) && (await services.store.alerts.find(project.id, id as AlertRuleId));
  if (!rule) return { problem: "not-found", detail: "Alert rule not found." };
  const cursor = params.get("cursor");
  const page = { ruleId: rule.id, limit: limitOf(params), ...(cursor !== null && { cursor }) };
  const { rows, next } = await services.store.deliveries.list(page);
  return { deliveries: rows.map(deliveryJson), next: next ?? null };
};

function deliveryJson({
  id,
  messageId,
  target,
  email,
  message,
  state,
  tries,
  createdAt,
  answer,
}: ListedDelivery): object {
  return {
    id,
    messageId,
    channel: target.kind,
    email: email ?? null,
    subject: headline(message),
    notices: noticeCount(message),
    heldBack: message.heldBack ?? false,
    state: state.state,
    tries,
    createdAt: isoTime(createdAt),
    nextTryAt: "dueAt" in state ? isoTime(state.dueAt) : null,
    endedAt: "at" in state ? isoTime(state.at) : null,
    answer: answer ?? null,
  };
}
