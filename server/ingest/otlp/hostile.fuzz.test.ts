import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { isProblem } from "#server/domain/problem.ts";
import { drawSpans } from "#server/domain/trace/sample-spans.fixture.ts";
import type { AttributeValue } from "#server/domain/trace/span.ts";
import { eachSpanId } from "#server/domain/trace/terms/span-ids.ts";
import { threadMs } from "#tests/harness/faults/thread-time.ts";
import { decodeLogs } from "./decode/decode-logs.ts";
import { decodeSpans } from "./decode/decode.ts";
import { encodeSpans } from "./wire/encode.ts";
import { explainFault } from "./wire/fault.ts";
import { toWire } from "./wire/json.ts";
import { matchesQuery } from "./decode/matches.ts";
import { Chance, encodeWith, randomTraces } from "./messages.fixture.ts";
import { attribute, attributesOf, encodeTraces, sampleSpan } from "./sample.fixture.ts";
import { scanTraces } from "./scan/scan.ts";
import { createScanMemory } from "./scan/vocabulary.ts";
import { tracesData } from "./wire/schema.ts";

const noFacts = { durationMs: 0, spans: 0, errors: 0 };

const limits = { requestSpans: 100_000, requestExceptions: 100 };

/** One for all requests, like ingestion: also what a refused request left in it must do no harm. */
const scanned = createScanMemory();

/**
 * Reads like ingestion and pages. A problem with a byte offset is expected; any other exception
 * fails.
 */
function readAll(bytes: Uint8Array): string {
  try {
    const { parts } = scanTraces(bytes, { ...limits, scanned });
    for (const { bytes: part, spans } of parts) {
      expect(decodeSpans([part]).map(({ spanId }) => spanId)).toEqual([...eachSpanId(spans)]);
      matchesQuery(
        [part],
        { terms: [{ key: "k1", value: "1", negated: false }], words: [] },
        noFacts,
      );
    }
    return "read";
  } catch (error) {
    const problem = explainFault(error, bytes, tracesData);
    expect(problem.detail).toMatch(/^byte \d+/);
    return "refused";
  }
}

test("a message truncated at any byte is read or refused", () => {
  const whole = encodeWith("TracesData", randomTraces(new Chance(3)));
  expect(whole.length).toBeGreaterThan(2_000);
  const outcomes = Array.from({ length: whole.length }, (_, length) =>
    readAll(whole.subarray(0, length)),
  );
  expect(outcomes.filter((outcome) => outcome === "refused").length).toBeGreaterThan(
    whole.length - 10,
  );
  expect(readAll(whole)).toBe("read");
});

test("a message with any changed bytes is read or refused", () => {
  const chance = new Chance(77);
  const outcomes = { read: 0, refused: 0 };
  const messages = Array.from({ length: 20 }, (_, seed) =>
    encodeWith("TracesData", randomTraces(new Chance(seed + 1))),
  );
  for (let round = 0; round < 1_500; round++) {
    const bytes = Buffer.from(messages[round % messages.length]!);
    for (let flips = chance.below(4); flips >= 0; flips--)
      bytes[chance.below(bytes.length)] = chance.below(256);
    outcomes[readAll(bytes) as keyof typeof outcomes] += 1;
  }
  expect(Math.min(outcomes.read, outcomes.refused)).toBeGreaterThan(100);
});

test("random bytes are read or refused, as spans and as logs", () => {
  const chance = new Chance(5);
  for (let round = 0; round < 2_000; round++) {
    const noise = Buffer.concat([Buffer.of(0x0a, chance.below(60)), chance.bytes(60)]);
    readAll(noise);
    try {
      for (const record of decodeLogs(noise)) expect(record).toHaveProperty("atNs");
    } catch (error) {
      expect(isProblem(explainFault(error, noise, tracesData))).toBe(true);
    }
  }
});

test("of 100,000 attributes the first thousand are kept and the rest noted", () => {
  const attributes = Array.from({ length: 100_000 }, (_, index) =>
    attribute(`shop.key${index}`, `v${index}`),
  );
  const { parts } = scanTraces(encodeTraces([sampleSpan(1, { attributes })]), limits);
  const [span] = decodeSpans([parts[0]!.bytes]);
  expect(Object.keys(span!.attributes)).toHaveLength(1_000);
  expect(span!.dropped, "the SDK left nothing out").toBeUndefined();
  expect(span!.notes).toEqual([
    { path: "attributes", kind: "trimmed", detail: "kept 1,000 of 100,000 attributes" },
  ]);
  expect(parts[0]!.terms.numbers.length).toBeLessThan(1_100);
});

test("hash collisions in the table of known pairs cost no more", () => {
  // Same length, start, middle, and end: the same hash.
  const filler = "x".repeat(20);
  const values = Array.from(
    { length: 40_000 },
    (_, index) => `a${filler}${String(index).padStart(6, "0")}${filler}${"y".repeat(9)}`,
  );
  const spans = values.map((value, index) =>
    sampleSpan(index + 1, { attributes: attributesOf({ "shop.word": value }) }),
  );
  const bytes = encodeTraces(spans);
  const started = threadMs();
  scanTraces(bytes, limits);
  expect(threadMs() - started).toBeLessThan(3_000);
});

test("a value nested a thousand deep is read to the limit", () => {
  let deep: AttributeValue = "bottom";
  for (let depth = 0; depth < 1_000; depth++) deep = [deep];
  const [drawn] = drawSpans("GET / 0-10");
  const [span] = decodeSpans([encodeSpans([{ ...drawn!, attributes: { deep } }])]);
  expect(JSON.stringify(span!.attributes["deep"])).toBe(`${"[".repeat(16)}null${"]".repeat(16)}`);
  const text = `{"unknown":${'{"a":'.repeat(50_000)}1234567890123456789${"}".repeat(50_000)}}`;
  expect(toWire(Buffer.from(text), tracesData)).toBeInstanceOf(Uint8Array);
  const list = `[{"resource":{"attributes":[{"key":"k","value":${'{"arrayValue":{"values":['.repeat(9_000)}${"]}}".repeat(9_000)}}]}}]`;
  expect(toWire(Buffer.from(`{"resourceSpans":${list}}`), tracesData)).toBeInstanceOf(Uint8Array);
});

test("a prototype name is not an attribute", () => {
  const attributes = attributesOf({ ["__proto__"]: "x", constructor: "y" });
  attributes.push({
    key: "__proto__",
    value: { kvlistValue: { values: attributesOf({ polluted: "yes" }) } },
  });
  const { parts } = scanTraces(encodeTraces([sampleSpan(1, { attributes })]), limits);
  const [span] = decodeSpans([parts[0]!.bytes]);
  expect(Object.keys(span!.attributes)).toEqual(["constructor"]);
  expect(({} as { polluted?: string }).polluted).toBeUndefined();
});

test.each([
  ["a length beyond the end", [0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f], /byte 1 in resourceSpans/],
  ["a number without an end", [0x08, ...Array<number>(11).fill(0xff)], /longer than ten bytes/],
  ["a field zero", [0x00, 0x00], /number 0/],
  ["a wire type that is none", [0x0f], /unknown wire type 7/],
  [
    "an inner length beyond the outer",
    [0x0a, 0x02, 0x12, 0x05, 0, 0, 0, 0, 0],
    /runs past the end/,
  ],
  ["a group that is never closed", [0x0b, 0x08, 0x01], /byte 3/],
])("%s is refused at its byte", (_, bytes, says) => {
  const body = Buffer.from(bytes);
  expect(() => scanTraces(body, limits)).toThrow();
  try {
    scanTraces(body, limits);
  } catch (error) {
    expect(explainFault(error, body, tracesData)).toMatchObject({
      problem: "malformed",
      detail: expect.stringMatching(says),
    });
  }
});
