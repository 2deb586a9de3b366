import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import type { JsonObject } from "#server/domain/json.ts";
import { sampleEvent, sampleReceipt } from "./sample.fixture.ts";
import { defaultSettings, type ScrubbingSettings } from "#server/domain/project/settings.ts";
import { scrubRulesOf } from "#server/ingest/scrub-rules.ts";
import { rawOf, readBody, writeBody } from "./stored-body.ts";
import { understand } from "./understand.ts";

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();

function stored(
  payload: JsonObject,
  source?: Buffer,
  changes: Partial<ScrubbingSettings> = {},
): string {
  const scrubbing = { ...defaultSettings.scrubbing, ...changes };
  const understood = understand(payload, sampleReceipt, { rules: scrubRulesOf(scrubbing) });
  return text(writeBody(understood, sampleReceipt, { source, scrubbing }));
}

test("stored events are read back as understood, including notes", () => {
  const payload: JsonObject = {
    ...sampleEvent,
    extra: {
      password: "p",
      deep: JSON.parse(`${"[".repeat(40)}${"]".repeat(40)}`),
      long: "x".repeat(40_000),
    },
    message: "m".repeat(20_000),
    timestamp: 5,
  };
  const once = understand(structuredClone(payload), sampleReceipt);
  const body = text(writeBody(once, sampleReceipt));
  expect(readBody(body)).toMatchObject({
    event: once.event,
    grouping: once.grouping,
    cleaning: once.cleaning,
  });
  expect(once.event.notes.length).toBeGreaterThanOrEqual(4);
});

test("a clean event is stored unchanged; one with a secret is rewritten", () => {
  const clean = ` {"message" : "ä",  "event_id":"${String(sampleEvent["event_id"])}"} `;
  expect(stored(JSON.parse(clean) as JsonObject, Buffer.from(clean))).toContain(clean);
  const leaky = `{"extra":{"password":"hunter2"}}`;
  expect(stored(JSON.parse(leaky) as JsonObject, Buffer.from(leaky))).not.toContain("hunter2");
});

test("invalid UTF-8 is not stored as is", () => {
  const bytes = Buffer.concat([
    Buffer.from(`{"message":"a`),
    Buffer.from([0xff]),
    Buffer.from(`"}`),
  ]);
  const body = writeBody(
    understand(JSON.parse(bytes.toString()) as JsonObject, sampleReceipt),
    sampleReceipt,
    {
      source: bytes,
    },
  );
  expect(readBody(text(body)).event.message).toBe("a\ufffd");
  expect(Buffer.from(body).includes(0xff)).toBe(false);
});

test("the IP address is stored only with client request and project permission", () => {
  const asks = (): JsonObject => ({ ...sampleEvent, user: { ip_address: "{{auto}}" } });
  expect(stored({ ...sampleEvent }, undefined, { keepIp: true })).not.toContain("203.0.113.7");
  expect(stored(asks(), undefined, { keepIp: true })).toContain("203.0.113.7");
  expect(stored(asks())).not.toContain("203.0.113.7");
  expect(readBody(stored(asks(), undefined, { keepIp: true })).event.user?.ip).toBe("203.0.113.7");
});

test("an event still shows what its project allowed", () => {
  const payload = (): JsonObject => ({
    ...sampleEvent,
    extra: { password: "hunter2", api_key: "abc-def" },
  });
  const extra = (changes: Partial<ScrubbingSettings>) =>
    readBody(stored(payload(), undefined, changes)).event.extra;
  expect(extra({})).toEqual({ password: "[Filtered]", api_key: "[Filtered]" });
  expect(extra({ secrets: false })).toEqual({ password: "hunter2", api_key: "abc-def" });
  expect(extra({ neverFilter: ["apiKey"] })).toEqual({
    password: "[Filtered]",
    api_key: "abc-def",
  });
});

test("the raw view is the indented payload only", () => {
  expect(rawOf(stored({ message: "m" }))).toBe('{\n  "message": "m"\n}');
});
