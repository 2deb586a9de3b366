import type { JsonObject } from "#server/domain/json.ts";
import type { HintHeaders } from "#server/domain/user-agent/client-hints.ts";
import type { Receipt } from "#server/ingest/request.ts";

/** An envelope that recreates an event: portable to anything that accepts envelopes. */
type Resent = {
  receivedAt: number;
  /** Empty if it was not stored. */
  remoteAddress: string;
  userAgent?: string;
  clientHints?: HintHeaders;
  /** The body of a request to the envelope endpoint. */
  envelope: string;
};

/** From a stored event (`stored-body.ts`), which is scrubbed and contains no secrets. */
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
