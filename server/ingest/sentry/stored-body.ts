import { Buffer } from "node:buffer";
import type { Note } from "#server/domain/event/error-event.ts";
import type { JsonObject } from "#server/domain/json.ts";
import type { Receipt, Understood } from "#server/ingest/request.ts";
import { asksForAddress } from "./event/user.ts";
import { understand } from "./understand.ts";

/** An event as it lies in storage: scrubbed, with what is needed to understand it anew. */
type StoredBody = { receipt: Receipt; cleaning?: Note[]; payload: JsonObject };

/** UTF-8 JSON. The sender's address is left out unless the client asked for it to be on the event. */
export function writeBody(understood: Understood, receipt: Receipt): Uint8Array {
  const { payload, cleaning } = understood;
  const { userAgent: _, ...kept } = receipt;
  const body: StoredBody = { receipt: asksForAddress(payload) ? kept : { ...kept, remoteAddress: "" }, payload };
  return Buffer.from(JSON.stringify(cleaning.length > 0 ? { ...body, cleaning } : body));
}

/** Reads what `writeBody` wrote, by today's rules: an event kept by an older version shows what a newer one knows. */
export function readBody(body: string): Understood & { receipt: Receipt } {
  const { receipt, cleaning = [], payload } = JSON.parse(body) as StoredBody;
  return { ...understand(payload, receipt, cleaning), receipt };
}

/** The event for people who want to see what was sent: indented, scrubbed. */
export function rawOf(body: string): string {
  return JSON.stringify((JSON.parse(body) as StoredBody).payload, null, 2);
}
