import { expect, test } from "vitest";
import type { Attributes, AttributeValue } from "#server/domain/trace/span.ts";
import { termTexts } from "#server/domain/trace/terms/part-terms.ts";
import { defaultSettings, type ScrubbingSettings } from "#server/domain/project/settings.ts";
import { maskingOf } from "#server/ingest/masked-attributes.ts";
import { scrubRulesOf } from "#server/ingest/scrub-rules.ts";
import { decodeSpans } from "#server/ingest/otlp/decode/decode.ts";
import { encodeTraces, sampleSpan } from "#server/ingest/otlp/sample.fixture.ts";
import { scanTraces } from "./scan.ts";

type Plain = { key: string; value: unknown };

function stored(attributes: Plain[][], changes: Partial<ScrubbingSettings> = {}, kind = 2) {
  const masking = maskingOf(scrubRulesOf({ ...defaultSettings.scrubbing, ...changes }));
  const spans = attributes.map((each, index) => sampleSpan(index + 1, { attributes: each, kind }));
  const limits = { requestSpans: 100, requestExceptions: 0, masking };
  const [part] = scanTraces(encodeTraces(spans), limits).parts;
  const decoded = decodeSpans([part!.bytes]).map((span): Attributes => span.attributes);
  return {
    text: Buffer.from(part!.bytes).toString("latin1"),
    decoded,
    terms: termTexts(part!.terms),
  };
}

const text = (key: string, stringValue: string): Plain => ({ key, value: { stringValue } });

test("secrets and addresses are masked in place, and all other bytes stay", () => {
  const {
    text: bytes,
    decoded,
    terms,
  } = stored([
    [
      text("http.request.method", "POST"),
      text("http.request.header.authorization", "Bearer hunter2-hunter2"),
      text("client.address", "203.0.113.7"),
      text("net.sock.peer.addr", "203.0.113.8"),
      text("url.path", "/cart"),
    ],
    [
      text("db.query.text", "SELECT 1"),
      text("app.password", "hunter2"),
      text("net.peer.ip", "203.0.113.9"),
    ],
  ]);
  expect(bytes).not.toMatch(/hunter2|203\.0\.113/);
  expect(terms.join()).not.toMatch(/hunter2|203\.0\.113/);
  expect(decoded[0]).toMatchObject({ "http.request.method": "POST", "url.path": "/cart" });
  expect(decoded[0]!["http.request.header.authorization"]).toBe("[Filtered]");
  expect(decoded[0]!["client.address"]).toBe("[Filtered]");
  expect(decoded[1]).toMatchObject({ "db.query.text": "SELECT 1", "app.password": "[Filtered]" });
});

test("a client's peer is a server, whose address stays", () => {
  expect(stored([[text("network.peer.address", "10.0.0.5")]], {}, 3).decoded[0]).toEqual({
    "network.peer.address": "10.0.0.5",
  });
});

test("a project's own names are masked, and addresses kept if configured", () => {
  const attributes = [
    [text("app.iban", "DE89370400440532013000"), text("client.address", "203.0.113.7")],
  ];
  const { decoded } = stored(attributes, { keepIp: true, alsoFilter: ["iban"] });
  expect(decoded[0]).toEqual({ "app.iban": "[Filtered]", "client.address": "203.0.113.7" });
});

test.each<[string, unknown]>([
  ["nothing", { stringValue: "" }],
  ["one letter", { stringValue: "a" }],
  ["126 bytes", { stringValue: "s".repeat(126) }],
  ["127 bytes", { stringValue: "s".repeat(127) }],
  ["128 bytes", { stringValue: "s".repeat(128) }],
  ["129 bytes", { stringValue: "s".repeat(129) }],
  ["20,000 bytes", { stringValue: "s".repeat(20_000) }],
  ["a number", { intValue: 4_111_111_111 }],
  ["a fraction", { doubleValue: 1.5 }],
  ["a list", { arrayValue: { values: [{ stringValue: "hunter2" }, { intValue: 7 }] } }],
  ["bytes", { bytesValue: Buffer.from("hunter2") }],
])("a secret of %s is scrubbed, and the span stays readable", (_what, value) => {
  const after = text("after", "the secret");
  const { decoded, text: bytes } = stored([[{ key: "app.secret", value }, after], [after]]);
  expect(decoded.map((attributes): AttributeValue => attributes["after"]!)).toEqual([
    "the secret",
    "the secret",
  ]);
  expect(bytes).not.toMatch(/hunter2|sss/);
});
