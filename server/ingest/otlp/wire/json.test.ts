import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { decodeSpans } from "#server/ingest/otlp/decode/decode.ts";
import { toWire } from "./json.ts";
import { scanTraces } from "#server/ingest/otlp/scan/scan.ts";
import { tracesData } from "./schema.ts";

const limits = { requestSpans: 100, requestExceptions: 10 };

function read(span: string, resource = "{}") {
  const text = `{"resourceSpans":[{"resource":${resource},"scopeSpans":[{"spans":[${span}]}]}]}`;
  const bytes = toWire(Buffer.from(text), tracesData);
  if (!(bytes instanceof Uint8Array)) throw new Error(bytes.detail);
  const scan = scanTraces(bytes, limits);
  return { ...scan, spans: decodeSpans(scan.parts.map((part) => part.bytes)) };
}

const ids = `"traceId":"5B8EFFF798038103D269B633813FC60C","spanId":"EEE19B7EC3C1B174"`;

test("IDs may be upper case, and enums numbers or names", () => {
  const { spans } = read(
    `{${ids},"parentSpanId":"eee19b7ec3c1b173","name":"n","kind":"SPAN_KIND_CLIENT","status":{"code":"STATUS_CODE_ERROR"}}`,
  );
  expect(spans).toMatchObject([
    {
      traceId: "5b8efff798038103d269b633813fc60c",
      spanId: "eee19b7ec3c1b174",
      parentSpanId: "eee19b7ec3c1b173",
      kind: "client",
      status: "error",
    },
  ]);
  expect(read(`{${ids},"kind":5,"status":{"code":1}}`).spans).toMatchObject([
    { kind: "consumer", status: "ok" },
  ]);
});

test.each([
  ["as text", '"1544712660300000001"'],
  ["as a bare number", "1544712660300000001"],
])("64-bit integers lose no digit %s", (_, digits) => {
  const attributes = `[{"key":"big","value":{"intValue":${digits}}},{"key":"small","value":{"intValue":-7}}]`;
  const { spans } = read(
    `{${ids},"startTimeUnixNano":${digits},"endTimeUnixNano":${digits},"attributes":${attributes}}`,
  );
  expect(spans[0]).toMatchObject({
    startedAtNs: 1_544_712_660_300_000_001n,
    attributes: { big: 1_544_712_660_300_000_001n, small: -7 },
  });
});

test("digits within text stay text", () => {
  const { spans } = read(
    `{${ids},"name":": 1544712660300000001,","startTimeUnixNano":1544712660300000001}`,
  );
  expect(spans[0]).toMatchObject({
    name: ": 1544712660300000001,",
    startedAtNs: 1_544_712_660_300_000_001n,
  });
});

test("fields of a wrong type and unknown fields are ignored", () => {
  const odd = `"name":{"a":1},"kind":"sideways","attributes":{"key":"k"},"events":[7,null,{"name":"e","futureField":[1]}],"__proto__":{"name":"x"}`;
  const { spans } = read(`{${ids},${odd},"hasOwnProperty":1}`);
  expect(spans[0]).toMatchObject({
    name: "",
    kind: "internal",
    attributes: {},
    events: [{ name: "e" }],
  });
});

test("an invalid ID rejects only its span", () => {
  const { invalid, spans } = read(
    `{"traceId":"zz","spanId":"eee19b7ec3c1b174"},{"spanId":"eee19b7ec3c1b174"},{${ids}}`,
  );
  expect({ invalid, count: spans.length }).toEqual({ invalid: 2, count: 1 });
});

test("empty values, bytes, and infinite numbers are attributes", () => {
  const attributes = `[{"key":"empty","value":{"stringValue":""}},{"key":"zero","value":{"intValue":"0"}},{"key":"no","value":{"boolValue":false}},{"key":"none","value":{}},{"key":"bytes","value":{"bytesValue":"AQI="}},{"key":"inf","value":{"doubleValue":"Infinity"}}]`;
  const { spans } = read(`{${ids},"attributes":${attributes}}`);
  expect(spans[0]!.attributes).toEqual({
    empty: "",
    zero: 0,
    no: false,
    none: null,
    bytes: { bytes: "AQI=" },
    inf: Infinity,
  });
});

test.each([
  ["[]", /byte 0/],
  ["null", /byte 0/],
  ['{"resourceSpans":[}', /byte 18/],
  ["", /byte 0/],
])("%s is refused at its byte", (text, says) => {
  expect(toWire(Buffer.from(text), tracesData)).toMatchObject({
    problem: "malformed",
    detail: expect.stringMatching(says),
  });
});

test.each([
  ['{"resourceSpans":{}}', "resourceSpans is not a list"],
  ['{"resourceSpans":[1]}', "resourceSpans[0] is not an object"],
  ['{"resourceSpans":[{"resource":[]}]}', "resourceSpans[0].resource is not an object"],
  ['{"resourceSpans":[{},{"scopeSpans":5}]}', "resourceSpans[1].scopeSpans is not a list"],
  [
    '{"resourceSpans":[{"scopeSpans":[{"spans":{}}]}]}',
    "resourceSpans[0].scopeSpans[0].spans is not a list",
  ],
  [
    '{"resourceSpans":[{"scopeSpans":[{"spans":[{},"x"]}]}]}',
    "resourceSpans[0].scopeSpans[0].spans[1] is not an object",
  ],
])("names the field of %s with a wrong type", (text, sentence) => {
  const problem = {
    problem: "malformed",
    detail: `The body is not a valid TracesData: ${sentence}.`,
  };
  expect(toWire(Buffer.from(text), tracesData)).toEqual(problem);
});

test("treats null and missing lists as empty", () => {
  for (const text of ["{}", '{"resourceSpans":null}', '{"resourceSpans":[{"scopeSpans":null}]}'])
    expect(toWire(Buffer.from(text), tracesData)).toBeInstanceOf(Uint8Array);
});
