import { Buffer } from "node:buffer";
import { fileNameOf } from "#server/domain/attachment/file-name.ts";
import type { EventId } from "#server/domain/ids.ts";
import type { JsonObject } from "#server/domain/json.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import { readFormBody } from "#server/ingest/form-body.ts";
import { type Limits, printBytes } from "#server/ingest/limits.ts";
import type { AdmittedAttachment, CountedItem, IngestRequest } from "#server/ingest/request.ts";
import { counted } from "./item-kinds.ts";
import type { Reading } from "./reading.ts";

/** A file of an envelope, before its event is known. */
export type AttachmentItem = AdmittedAttachment["file"];

/**
 * Adds the item to the reading; a problem if all of them together are too large. Their bytes are
 * views of the body.
 */
export function readAttachmentItem(
  reading: Reading,
  { headers, payload }: { headers: JsonObject; payload: Buffer },
  limits: Limits,
): Problem | undefined {
  const sum = reading.attachments.reduce(
    (bytes, each) => bytes + each.bytes.byteLength,
    payload.byteLength,
  );
  if (sum > limits.attachments)
    return {
      problem: "too-large",
      detail: `Attachments of one event can be at most ${printBytes(limits.attachments)} in total.`,
    };
  reading.attachments.push({
    name: fileNameOf(headers["filename"]),
    contentType: wordOf(headers["content_type"], "application/octet-stream"),
    kind: wordOf(headers["attachment_type"], "event.attachment"),
    bytes: payload,
  });
  return undefined;
}

/** Attachments posted to an event's own URL as a form. */
export async function readAttachmentForm(
  reading: Reading,
  request: IngestRequest,
  limits: Limits,
): Promise<Reading | Problem> {
  const form = await readFormBody(request, limits, limits.decompressed);
  if (isProblem(form)) return form;
  for (const [, value] of form) {
    if (typeof value === "string") continue;
    const headers = { filename: value.name, content_type: value.type };
    const fault = readAttachmentItem(
      reading,
      { headers, payload: Buffer.from(await value.arrayBuffer()) },
      limits,
    );
    if (fault) return fault;
  }
  if (reading.attachments.length === 0)
    return { problem: "malformed", detail: "The form contains no file." };
  return reading;
}

/**
 * Assigns attachments to their envelope's event; drops them if that could not be read, or there is
 * no ID to find it by.
 */
export function settleAttachments(
  reading: Reading,
  eventId: EventId | undefined,
): (AdmittedAttachment | CountedItem)[] {
  const lostEvent = reading.counted.some(
    ({ outcome, category }) => outcome === "invalid" && category === "error",
  );
  const why = lostEvent && reading.events.length === 0 ? "its event was not stored" : "no event ID";
  return reading.attachments.map((file) =>
    eventId === undefined || (lostEvent && reading.events.length === 0)
      ? counted("invalid", "attachment", why, attachmentQuantity(file.bytes))
      : { kind: "attachment", eventId, file },
  );
}

/** Outcomes count bytes; an empty file counts as one. */
const attachmentQuantity = (bytes: Uint8Array): number => Math.max(1, bytes.byteLength);

/** Media types and similar values; others are not shown. */
const wordOf = (value: unknown, otherwise: string): string =>
  typeof value === "string" && /^[\w.+-]+(?:\/[\w.+-]+)?(?:;[ \w.=+-]*)?$/.test(value)
    ? value.slice(0, 100)
    : otherwise;
