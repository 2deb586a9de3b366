import type { JsonObject } from "#server/domain/json.ts";
import type { HintHeaders } from "#server/domain/user-agent/client-hints.ts";
import type { Receipt } from "#server/ingest/request.ts";

/**
 * What a client would have to send for an event to come to what it is: portable, and taken by
 * whatever takes envelopes.
 */
type Resent = {
  receivedAt: number;
  /** Empty where it was not kept. */
  remoteAddress: string;
  userAgent?: string;
  clientHints?: HintHeaders;
  /** The whole body of a request to the envelope endpoint. */
  envelope: string;
};

/**
 * From an event as it is stored (`stored-body.ts`): scrubbed then, so there are no secrets to come
 * along.
 */
export function resend(body: string, eventId: string): Resent {
  const { receipt, payload } = JSON.parse(body) as { receipt: Receipt; payload: JsonObject };
  const { receivedAt, remoteAddress, userAgent, clientHints, sentAt, trace, sdk } = receipt;
  const head = {
    event_id: eventId,
    ...(sentAt !== undefined && { sent_at: new Date(sentAt).toISOString() }),
    ...(trace && { trace }),
    ...(sdk && { sdk }),
  };
  const lines = [head, { type: "event" }, { ...payload, event_id: eventId }].map((line) =>
    JSON.stringify(line),
  );
  return {
    receivedAt,
    remoteAddress,
    ...(userAgent !== undefined && { userAgent }),
    ...(clientHints && { clientHints }),
    envelope: `${lines.join("\n")}\n`,
  };
}
