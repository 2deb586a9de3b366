import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import type { EventId } from "#server/domain/ids.ts";
import { isProblem } from "#server/domain/problem.ts";
import { defaultLimits } from "#server/ingest/limits.ts";
import { settleAttachments } from "./attachments.ts";
import { readEnvelope } from "./read-envelope.ts";

const eventId = "a".repeat(32) as EventId;

function read(items: [header: object, payload: string][], limits = defaultLimits) {
  const body = items.map(
    ([header, payload]) => `${JSON.stringify({ ...header, length: payload.length })}\n${payload}\n`,
  );
  const reading = readEnvelope(Buffer.from(`{}\n${body.join("")}`), limits);
  if (isProblem(reading)) throw new Error(reading.detail);
  return reading;
}

test("an attachment's name and type are kept only if valid", () => {
  const { attachments } = read([
    [
      { type: "attachment", filename: "/var/log/a.txt", content_type: "text/plain; charset=utf-8" },
      "a\nb",
    ],
    [
      {
        type: "attachment",
        filename: 7,
        content_type: "text/html\r\nx: y",
        attachment_type: "event.view_hierarchy",
      },
      "",
    ],
  ]);
  expect(attachments.map(({ bytes, ...file }) => ({ ...file, text: String(bytes) }))).toEqual([
    {
      name: "a.txt",
      contentType: "text/plain; charset=utf-8",
      kind: "event.attachment",
      text: "a\nb",
    },
    {
      name: "unnamed",
      contentType: "application/octet-stream",
      kind: "event.view_hierarchy",
      text: "",
    },
  ]);
});

test("attachments above the total limit are dropped and counted, earlier ones are not", () => {
  const file = { type: "attachment", filename: "f" };
  const reading = read(
    [
      [file, "123456"],
      [file, "12345"],
      [file, "1234"],
    ],
    { ...defaultLimits, attachments: 10 },
  );
  expect(reading.attachments.map(({ bytes }) => bytes.byteLength)).toEqual([6, 4]);
  expect(reading.counted).toMatchObject([
    { outcome: "invalid", category: "attachment", reason: "too-large" },
  ]);
});

test("attachments belong to the envelope's event and are lost with it, by bytes", () => {
  const file: [object, string] = [{ type: "attachment" }, "12345"];
  const kept = settleAttachments(read([file]), eventId);
  expect(kept).toMatchObject([{ kind: "attachment", eventId }]);
  expect(settleAttachments(read([file]), undefined)).toMatchObject([
    { outcome: "invalid", reason: "no event ID", quantity: 5 },
  ]);
  const broken = read([[{ type: "event" }, "not json"], file]);
  expect(settleAttachments(broken, eventId)).toMatchObject([
    { reason: "its event was not stored", quantity: 5 },
  ]);
  const whole = read([[{ type: "event" }, "{}"], [{ type: "event" }, "not json"], file]);
  expect(settleAttachments(whole, eventId)).toMatchObject([{ kind: "attachment" }]);
});
