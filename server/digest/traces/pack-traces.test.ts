import { expect, test } from "vitest";
import type { ProjectId } from "#server/domain/ids.ts";
import type { TracePart } from "#server/domain/trace/terms/trace-part.ts";
import { Chance, encodeWith, randomTraces } from "#server/ingest/otlp/messages.fixture.ts";
import {
  attributesOf,
  encodeTraces,
  sampleSpan,
  spanIdBytes,
} from "#server/ingest/otlp/sample.fixture.ts";
import { scanTraces } from "#server/ingest/otlp/scan/scan.ts";
import { createScanMemory } from "#server/ingest/otlp/scan/vocabulary.ts";
import type { DigestTrace } from "./absorb-traces.ts";
import { tracePacker } from "./pack-traces.ts";
import { unpackTraces } from "./unpack-traces.ts";

const limits = { requestSpans: 100_000, requestExceptions: 0 };
const partsOf = (message: Uint8Array): TracePart[] => scanTraces(message, limits).parts;

const arrived = (part: TracePart, at: number): DigestTrace => ({
  projectId: (at + 1) as ProjectId,
  part,
  receivedAt: 1_795_236_865_953.25 + at,
  category: at % 2 === 0 ? "span" : "transaction",
});

/** As received by another thread. */
function handedOver(traces: DigestTrace[], packer = tracePacker()): DigestTrace[] {
  packer.add(traces);
  return unpackTraces(structuredClone(packer.take()));
}

test("traces of any request survive packing byte for byte", () => {
  let open = 0;
  let counted = 0;
  for (let seed = 1; seed <= 300; seed++) {
    const traces = partsOf(encodeWith("TracesData", randomTraces(new Chance(seed)))).map(arrived);
    for (const { part } of traces) {
      open += part.calls.open.length;
      counted += part.counted.length;
    }
    expect(handedOver(traces)).toStrictEqual(structuredClone(traces));
  }
  expect(Math.min(open, counted)).toBeGreaterThan(100);
});

test("edges, routes, environments, and releases are packed too", () => {
  const attributes = attributesOf({ "http.method": "GET", "http.route": "orders/:id" });
  const message = encodeTraces([
    sampleSpan(1, { attributes }),
    sampleSpan(2, { attributes, parentSpanId: spanIdBytes(1) }),
    sampleSpan(3, { parentSpanId: spanIdBytes(99) }),
  ]);
  const [trace] = partsOf(message).map(arrived);
  expect(trace!.part.summary).toMatchObject({ environment: "production", release: "1.4.2" });
  const calls = {
    within: [{ from: "shop", to: "stock", count: 2, errors: 1, totalMs: 0.125 }],
    open: trace!.part.calls.open,
    services: ["shop", "stock"],
    owners: [0, 1, 0],
  };
  const part = { ...trace!.part, calls };
  expect(handedOver([{ ...trace!, part }])).toStrictEqual(structuredClone([{ ...trace!, part }]));
});

test("shared values are sent once, and pieces are independent", () => {
  const scanned = createScanMemory();
  const message = encodeTraces([sampleSpan(1, {}), sampleSpan(2, {})]);
  const parts = [1, 2, 3].flatMap(() => scanTraces(message, { ...limits, scanned }).parts);
  const packer = tracePacker();
  const [first, second, third] = handedOver(parts.map(arrived), packer);
  expect(first!.part.counted[0]!.name).toBe(second!.part.counted[0]!.name);
  expect(first!.part.bytes.buffer).not.toBe(third!.part.bytes.buffer);
  expect(packer.take()).toMatchObject({
    count: 0,
    digits: new Uint8Array(),
    texts: [],
    lists: [],
    names: [],
    buffers: [],
  });
  expect(handedOver(parts.slice(1, 2).map(arrived), packer)).toStrictEqual(
    structuredClone(parts.slice(1, 2).map(arrived)),
  );
});

test("a piece grows beyond its initial size", () => {
  const traces = Array.from({ length: 400 }, (_, at) => {
    const spans = Array.from({ length: 20 }, (_, n) =>
      sampleSpan(n + 1, { name: `step ${at} ${n}` }),
    );
    return arrived(partsOf(encodeTraces(spans))[0]!, at);
  });
  expect(handedOver(traces)).toStrictEqual(structuredClone(traces));
});
