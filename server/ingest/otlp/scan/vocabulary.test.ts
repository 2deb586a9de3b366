import { expect, test } from "vitest";
import { termTexts } from "#server/domain/trace/terms/part-terms.ts";
import { defaultSettings } from "#server/domain/project/settings.ts";
import { Chance, encodeWith, randomTraces } from "#server/ingest/otlp/messages.fixture.ts";
import { attributesOf, encodeTraces, sampleSpan } from "#server/ingest/otlp/sample.fixture.ts";
import { scanSpans } from "./scan.ts";
import { createScanMemory, type ScanMemory } from "./vocabulary.ts";

const limits = { requestSpans: 1_000, requestExceptions: 10 };

/** The scan result of a message without term numbers. */
function scanned(bytes: Uint8Array, memory?: ScanMemory) {
  const { parts, ...counts } = scanSpans(bytes, { ...limits, ...(memory && { scanned: memory }) });
  return {
    ...counts,
    parts: parts.map(({ terms, ...part }) => ({ ...part, terms: termTexts(terms).toSorted() })),
  };
}

test.each([64 * 1024, 600])(
  "vocabulary from other messages changes nothing, with %i bytes to learn in",
  (bytes) => {
    const memory = createScanMemory({ storeBytes: bytes });
    const messages = Array.from({ length: 40 }, (_, seed) =>
      encodeWith("TracesData", randomTraces(new Chance(seed % 20))),
    );
    for (const message of messages) expect(scanned(message, memory)).toEqual(scanned(message));
  },
);

test("interleaved traces keep their own terms over requests", () => {
  const memory = createScanMemory();
  const of = (number: number, trace: number, plan: string) =>
    sampleSpan(number, {
      traceId: Buffer.alloc(16, trace),
      attributes: attributesOf({ "app.plan": plan }),
    });
  const message = encodeTraces([
    of(1, 1, "pro"),
    of(2, 2, "pro"),
    of(3, 1, "free"),
    of(4, 2, "pro"),
    of(5, 1, "pro"),
  ]);
  const plans = () =>
    scanned(message, memory).parts.map(({ terms }) =>
      terms.filter((term) => term.startsWith("app.plan")),
    );
  for (let request = 0; request < 3; request++)
    expect(plans()).toEqual([["app.plan=free", "app.plan=pro"], ["app.plan=pro"]]);
});

test("values filtered by one project are found in another", () => {
  const memory = createScanMemory();
  const message = encodeTraces([
    sampleSpan(1, { attributes: attributesOf({ "app.plan": "pro" }) }),
  ]);
  const termsOf = (alsoFilter: string[]) => {
    const masking = memory.maskingFor({ ...defaultSettings.scrubbing, alsoFilter });
    const [part] = scanSpans(message, { ...limits, masking, scanned: memory }).parts;
    return [
      termTexts(part!.terms).includes("app.plan=pro"),
      Buffer.from(part!.bytes).includes("pro"),
    ];
  };
  for (let request = 0; request < 2; request++) {
    expect(termsOf([])).toEqual([true, true]);
    expect(termsOf(["plan"])[0]).toBe(false);
  }
});

test("a full vocabulary is replaced, and parts of both keep their terms", () => {
  const memory = createScanMemory({ storeBytes: 2_000 });
  const first = memory.vocabulary();
  const parts = Array.from({ length: 60 }, (_, number) => {
    const attributes = attributesOf({
      "app.plan": `one of many plans that are called at length: ${number}`,
    });
    return scanSpans(encodeTraces([sampleSpan(1, { attributes })]), { ...limits, scanned: memory })
      .parts[0]!;
  });
  expect(memory.vocabulary()).not.toBe(first);
  expect(new Set(parts.map(({ terms }) => terms.list)).size).toBeGreaterThan(1);
  parts.forEach(({ terms }, number) =>
    expect(termTexts(terms)).toContain(
      `app.plan=one of many plans that are called at length: ${number}`,
    ),
  );
});
