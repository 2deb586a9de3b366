import { isObject, textOf } from "#server/domain/json.ts";
import type { FilterReason } from "#server/domain/outcomes.ts";
import type { ReadyFilters } from "#server/ingest/inbound-filters.ts";
import type { Receipt } from "#server/ingest/request.ts";
import { adoptAliases } from "#server/ingest/sentry/event/aliases.ts";
import { readErrorEvent } from "#server/ingest/sentry/event/read-error-event.ts";
import { visitorOf } from "#server/ingest/sentry/event/user-agent.ts";
import type { FeedbackItem } from "./read-feedback.ts";

/**
 * Why a project refuses feedback: feedback is an event, as in Sentry. Older reports have neither
 * page nor browser.
 */
export function reasonAgainstFeedback(
  { type, payload }: FeedbackItem,
  receipt: Receipt,
  { ofEvents, userAgents }: ReadyFilters,
): FilterReason | undefined {
  if (!ofEvents || type !== "feedback") return undefined;
  adoptAliases(payload);
  const event = readErrorEvent(payload, receipt, [], userAgents);
  const { feedback } = event.contexts;
  const url = isObject(feedback) ? textOf(feedback["url"]) : undefined;
  const request =
    event.request ??
    (url === undefined ? undefined : { url, query: [], headers: [], cookies: [], env: {} });
  return ofEvents({ ...event, ...(request && { request }) }, visitorOf(event, receipt, userAgents));
}
