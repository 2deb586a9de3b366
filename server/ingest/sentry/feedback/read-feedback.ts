import { createHash } from "node:crypto";
import { type Feedback, feedbackMax } from "#server/domain/feedback/feedback.ts";
import { type EventId, parseEventId, parseTraceId } from "#server/domain/ids.ts";
import { isObject, type Json, type JsonObject, textOf } from "#server/domain/json.ts";
import type { Receipt } from "#server/ingest/request.ts";
import type { ScrubRules } from "#server/ingest/scrub-rules.ts";
import { visiblyCut, visiblyTrimmed } from "#server/ingest/sentry/visibly-cut.ts";
import { understand } from "#server/ingest/sentry/understand.ts";

/**
 * `feedback`: like an event, with `contexts.feedback`. `user_report`: the older format, flat,
 * always about an event (Sentry's developer docs, Envelope Items).
 */
export type FeedbackItem = { type: "feedback" | "user_report"; payload: JsonObject };

/** User feedback, scrubbed; undefined without a message. Changes `payload`. */
export function readFeedback(
  { type, payload }: FeedbackItem,
  receipt: Receipt,
  rules: ScrubRules,
): Feedback | undefined {
  return type === "feedback"
    ? readLikeEvent(payload, receipt, rules)
    : readUserReport(payload, receipt, rules);
}

/** Name and email address were given for a reply, so they are read before scrubbing. */
function readLikeEvent(
  payload: JsonObject,
  receipt: Receipt,
  rules: ScrubRules,
): Feedback | undefined {
  const said = feedbackIn(payload);
  const message = wordsOf(said?.["message"], rules);
  if (!said || message === undefined) return undefined;
  const feedbackId =
    parseEventId(payload["event_id"]) ?? receipt.eventId ?? madeId(receipt, payload);
  const who = { ...field("name", said["name"]), ...field("email", said["contact_email"]) };
  const url = said["url"];
  const { event } = understand(payload, receipt, { rules });
  return {
    feedbackId,
    receivedAt: receipt.receivedAt,
    message,
    ...who,
    ...urlOf(textOf(url) ?? event.request?.url, rules),
    ...aboutEvent(said["associated_event_id"]),
    ...(event.environment !== undefined && { environment: event.environment }),
    ...(event.release !== undefined && { release: event.release }),
    ...traceOf(event.traceId),
  };
}

function feedbackIn({ contexts }: JsonObject): JsonObject | undefined {
  const said = isObject(contexts) ? contexts["feedback"] : undefined;
  return isObject(said) ? said : undefined;
}

function readUserReport(
  payload: JsonObject,
  receipt: Receipt,
  rules: ScrubRules,
): Feedback | undefined {
  const message = wordsOf(payload["comments"], rules);
  if (message === undefined) return undefined;
  return {
    feedbackId: madeId(receipt, payload),
    receivedAt: receipt.receivedAt,
    message,
    ...field("name", payload["name"]),
    ...field("email", payload["email"]),
    ...aboutEvent(payload["event_id"] ?? receipt.eventId),
  };
}

/** Trimmed and scrubbed, with its line breaks. */
export function wordsOf(value: Json | undefined, rules: ScrubRules): string | undefined {
  const text = textOf(value)?.replaceAll(/\r\n?/g, "\n").trim();
  return text ? rules.clean(visiblyTrimmed(text, feedbackMax.message)).toWellFormed() : undefined;
}

function field<Name extends "name" | "email">(
  name: Name,
  value: Json | undefined,
): { [Key in Name]?: string } {
  const text = visiblyCut(
    textOf(value)?.replaceAll(/\s+/g, " ").trim() ?? "",
    feedbackMax[name],
  ).toWellFormed();
  return (text ? { [name]: text } : {}) as { [Key in Name]?: string };
}

export function urlOf(value: Json | undefined, rules: ScrubRules): { url?: string } {
  const url = visiblyCut(textOf(value) ?? "", feedbackMax.url).toWellFormed();
  return url ? { url: rules.clean(url) } : {};
}

export function aboutEvent(value: Json | undefined): { aboutEvent?: EventId } {
  const id = parseEventId(value);
  return id && !/^0+$/.test(id) ? { aboutEvent: id } : {};
}

function traceOf(value: string | undefined): Pick<Feedback, "traceId"> {
  const traceId = parseTraceId(value);
  return traceId ? { traceId } : {};
}

/** For items without an ID: the same message about the same event has the same ID. */
function madeId({ projectId }: Receipt, payload: JsonObject): EventId {
  const said = JSON.stringify([projectId, payload]);
  return createHash("sha256").update(said).digest("hex").slice(0, 32) as EventId;
}
