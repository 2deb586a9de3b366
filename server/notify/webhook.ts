import { createHmac } from "node:crypto";
import type { Message } from "#server/domain/delivery/delivery.ts";
import { headline } from "#server/domain/delivery/message-words.ts";
import type { Outcome } from "#server/domain/delivery/outcome.ts";
import type { Outgoing } from "#server/outgoing/outgoing.ts";
import { postJson } from "./post-json.ts";

type WebhookDeps = { outgoing: Outgoing; now: () => number };

/** The message and its identification. */
export type Sending = {
  messageId: string;
  message: Message;
  createdAt: number;
  rule?: { id: number; name: string };
  /** Absolute URL of a page; undefined if this instance doesn't know its own URL. */
  linkTo: (path: string) => string | undefined;
};

/**
 * Signed by Standard Webhooks: `webhook-id` is the same for all attempts of a delivery (and equals
 * `Idempotency-Key`); `webhook-timestamp` and `webhook-signature` belong to the attempt.
 */
export function sendWebhook(
  { outgoing, now }: WebhookDeps,
  { url, secret }: { url: string; secret: string },
  sending: Sending,
): Promise<Outcome> {
  const body = JSON.stringify(webhookBody(sending));
  const timestamp = Math.floor(now() / 1000);
  const id = sending.messageId;
  const headers = {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "idempotency-key": id,
    "webhook-signature": signWebhook(secret, { id, timestamp, body }),
  };
  return postJson(outgoing, { url, headers, body }, now);
}

/**
 * The body. Within a major version, fields are only added, never changed:
 *
 *     { "id", "type": "alert", "timestamp", "text", "project": { "slug", "name" }, "rule": { "id", "name" } | null,
 *       "heldBack", "digest": "day" | "week" | null, "more",
 *       "notices": [{ "kind", "subject", "body": ["…"], "facts": [{ "label", "value" }], "path", "url": "…" | null,
 *                     "issue": { "shortId", "title", "level", "culprit" } | null }] }
 *
 * `more` counts notices beyond those listed, `heldBack`: they were delayed by the rule's hourly limit.
 */
function webhookBody({ messageId, message, createdAt, rule, linkTo }: Sending): object {
  const { notices, more, heldBack = false, digest = null } = message;
  return {
    id: messageId,
    type: "alert",
    timestamp: new Date(createdAt).toISOString(),
    text: headline(message),
    project: notices[0]?.project ?? null,
    rule: rule ?? null,
    heldBack,
    digest,
    more,
    notices: notices.map(({ kind, subject, body, facts, about, issue }) => ({
      kind,
      subject,
      body,
      facts,
      path: about.path,
      url: linkTo(about.path) ?? null,
      issue: issue ?? null,
    })),
  };
}

/** The signed content by Standard Webhooks: ID, time in seconds, body. */
type Signed = { id: string; timestamp: number; body: string };

/**
 * `v1,` and the base64 of HMAC-SHA-256. A secret `whsec_…` is the base64 of the key; any other is
 * the key itself.
 */
function signWebhook(secret: string, { id, timestamp, body }: Signed): string {
  const key = secret.startsWith("whsec_")
    ? Buffer.from(secret.slice("whsec_".length), "base64")
    : Buffer.from(secret);
  return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
}
