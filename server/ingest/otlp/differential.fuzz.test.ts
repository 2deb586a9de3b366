import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import type { Attributes, AttributeValue, Span } from "#server/domain/trace/span.ts";
import { spanKinds, spanStatuses } from "#server/domain/trace/span.ts";
import { decodeSpans } from "./decode/decode.ts";
import { encodeSpans } from "./wire/encode.ts";
import { toWire } from "./wire/json.ts";
import { Chance, decodeWith, encodeWith, type Plain, randomTraces } from "./messages.fixture.ts";
import { scanSpans } from "./scan/scan.ts";
import { tracesData } from "./wire/schema.ts";

// Our reader and writer compared with protobufjs on random messages. `expectedSpans` is a third,
// independent interpretation.

const limits = { requestSpans: 1_000, requestExceptions: 10 };
const seeds = Array.from({ length: 60 }, (_, index) => index + 1);

const hex = (bytes: unknown) => Buffer.from(bytes as Uint8Array).toString("hex");
const listOf = (value: unknown) => (value ?? []) as Plain[];

function expectedValue(value: Plain | undefined): AttributeValue {
  const [[name, said] = ["", null]] = Object.entries(value ?? {}).filter(
    ([key]) => key !== "value",
  );
  if (name === "intValue")
    return Number.isSafeInteger(Number(said)) ? Number(said) : BigInt(said as string);
  if (name === "bytesValue") return { bytes: Buffer.from(said as Uint8Array).toString("base64") };
  if (name === "arrayValue") return listOf((said as Plain)["values"]).map(expectedValue);
  if (name === "kvlistValue") return expectedAttributes((said as Plain)["values"]);
  return said as AttributeValue;
}

const expectedAttributes = (list: unknown): Attributes =>
  Object.fromEntries(listOf(list).map(({ key, value }) => [key, expectedValue(value as Plain)]));

function expectedSpans({ resourceSpans }: Plain): Span[] {
  return listOf(resourceSpans).flatMap(({ resource, scopeSpans }) =>
    listOf(scopeSpans).flatMap(({ scope, spans }) =>
      listOf(spans).map((span) => {
        const { name, version } = (scope ?? {}) as { name: string; version: string };
        const started = BigInt(span["startTimeUnixNano"] as string);
        const ended = BigInt(span["endTimeUnixNano"] as string);
        const { message, code } = (span["status"] ?? { message: "", code: 0 }) as {
          message: string;
          code: number;
        };
        const flags = span["flags"] as number;
        const dropped = span["droppedAttributesCount"] as number;
        return {
          traceId: hex(span["traceId"]),
          spanId: hex(span["spanId"]),
          ...(span["parentSpanId"] !== undefined &&
            hex(span["parentSpanId"]) !== "" && { parentSpanId: hex(span["parentSpanId"]) }),
          ...(flags & 0x100 && { parentIsRemote: (flags & 0x200) !== 0 }),
          name: span["name"],
          kind: spanKinds[(span["kind"] as number) - 1] ?? "internal",
          service: "shop",
          startedAtNs: started,
          endedAtNs: ended < started ? started : ended,
          status: spanStatuses[code],
          ...(message && { statusMessage: message }),
          attributes: expectedAttributes(span["attributes"]),
          events: listOf(span["events"]).map((event) => ({
            name: event["name"],
            atNs: BigInt(event["timeUnixNano"] as string),
            attributes: expectedAttributes(event["attributes"]),
          })),
          links: listOf(span["links"]).map((link) => ({
            traceId: hex(link["traceId"]),
            spanId: hex(link["spanId"]),
            attributes: expectedAttributes(link["attributes"]),
          })),
          resource: expectedAttributes((resource as Plain)["attributes"]),
          ...(name && { scope: { name, ...(version && { version }) } }),
          ...(dropped > 0 && { dropped: { attributes: dropped } }),
        } as Span;
      }),
    ),
  );
}

const byId = (spans: Span[]) => spans.toSorted((a, b) => (a.spanId < b.spanId ? -1 : 1));

test.each(seeds)("message %i equals another decoder's result", (seed) => {
  const request = randomTraces(new Chance(seed));
  const { parts, invalid, duplicates } = scanSpans(encodeWith("TracesData", request), limits);
  const spans = decodeSpans(parts.map(({ bytes }) => bytes));
  expect({ invalid, duplicates }).toEqual({ invalid: 0, duplicates: 0 });
  expect(byId(spans)).toEqual(byId(expectedSpans(request)));
  for (const { traceId, bytes } of parts) {
    const ids = expectedSpans(decodeWith("TracesData", bytes)).map((span) => span.traceId);
    expect(new Set(ids)).toEqual(new Set([traceId]));
  }
});

test.each(seeds)("scanning message %i equals decoding it", (seed) => {
  const { parts } = scanSpans(encodeWith("TracesData", randomTraces(new Chance(seed))), limits);
  for (const { bytes, spans } of parts) {
    const decoded = decodeSpans([bytes]);
    const facts = ({
      spanId,
      parentSpanId,
      parentIsRemote,
      name,
      kind,
      status,
      service,
      startedAtNs,
      endedAtNs,
    }: Span) => ({
      spanId,
      parentSpanId,
      parentIsRemote,
      name,
      kind,
      status,
      service,
      startedAtNs,
      endedAtNs,
      environment: undefined,
      release: undefined,
      route: undefined,
      isBrowser: false,
      words: undefined,
    });
    expect(spans).toEqual(decoded.map(facts));
  }
});

test.each(seeds)("another decoder reads our encoding of message %i", (seed) => {
  const spans = expectedSpans(randomTraces(new Chance(seed)));
  expect(expectedSpans(decodeWith("TracesData", encodeSpans(spans)))).toEqual(spans);
});

test.each(seeds)("message %i equals its JSON form", (seed) => {
  const request = randomTraces(new Chance(seed));
  const bytes = toWire(Buffer.from(JSON.stringify(jsonForm(request))), tracesData);
  if (!(bytes instanceof Uint8Array)) throw new Error(bytes.detail);
  expect(decodeWith("TracesData", bytes)).toEqual(
    decodeWith("TracesData", encodeWith("TracesData", request)),
  );
});

/** OTLP/JSON: IDs as hexadecimal digits, other bytes as base64. */
function jsonForm(value: unknown, name = ""): unknown {
  if (Buffer.isBuffer(value)) return value.toString(name.endsWith("Id") ? "hex" : "base64");
  if (Array.isArray(value)) return value.map((each) => jsonForm(each));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, jsonForm(each, key)]));
}
