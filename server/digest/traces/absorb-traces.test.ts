import { expect, test } from "vitest";
import type { ProjectId, SpanId, TraceId } from "#server/domain/ids.ts";
import type { ScannedSpan } from "#server/domain/trace/terms/scanned-span.ts";
import { scannedSpan } from "#server/domain/trace/terms/scanned-span.fixture.ts";
import { eachSpanId, spanIdsOf } from "#server/domain/trace/terms/span-ids.ts";
import type { TraceSummary } from "#server/domain/trace/listing/summary.ts";
import { type TracePart, tracePart } from "#server/domain/trace/terms/trace-part.ts";
import { traceKey, type TraceTransaction } from "#server/storage/traces/trace-store.ts";
import {
  absorbTraces,
  type DigestTrace,
  type PartReading,
  traceSpansMax,
} from "./absorb-traces.ts";
import { createRecentSpans } from "./recent-spans.ts";
import { createSampleMemory } from "./sample-memory.ts";

const projectId = 1 as ProjectId;
const samples = createSampleMemory();
const traceId = "a".repeat(32) as TraceId;
const at = 1_795_236_863_000_000_000n;

const idOf = (name: string) => name.padStart(16, "0") as SpanId;

function span(name: string, more: Partial<ScannedSpan> = {}): ScannedSpan {
  return scannedSpan({
    spanId: idOf(name),
    name: `span ${name}`,
    kind: "server",
    startedAtNs: at,
    endedAtNs: at + 5_000_000n,
    status: "ok",
    service: "web",
    ...more,
  });
}

/** A part whose bytes are the names of its spans, which a test can read. */
function part(...spans: ScannedSpan[]): TestPart {
  const bytes = Buffer.from(spans.map(({ spanId }) => `${Number(spanId)};`).join(""));
  return {
    ...tracePart({ traceId, spans, bytes, terms: { list: ["service=web"], numbers: [0] } }),
    scanned: spans,
  };
}

type TestPart = TracePart & { scanned: ScannedSpan[] };

const reading: PartReading = {
  sift: (whole, wanted) => {
    const spans = (whole as TestPart).scanned.filter(({ spanId }) => wanted(spanId));
    return spans.length > 0 ? part(...spans) : undefined;
  },
  spanIds: (parts) =>
    parts.flatMap((bytes) => Buffer.from(bytes).toString().split(";").filter(Boolean).map(idOf)),
};

/** A store that records what was absorbed. */
function place(): {
  transaction: TraceTransaction;
  absorb(...parts: TracePart[]): ReturnType<typeof absorbTraces>;
} {
  const summaries = new Map<string, TraceSummary>();
  const stored: Uint8Array[] = [];
  const transaction: TraceTransaction = {
    tracesFor: async () => summaries,
    partsOf: async () => new Map([[traceKey({ projectId, traceId }), stored]]),
  };
  return {
    transaction,
    async absorb(...parts) {
      const arrivals: DigestTrace[] = parts.map((each) => ({
        projectId,
        part: each,
        receivedAt: 1_795_236_864_000,
        category: "span",
      }));
      const absorbed = await absorbTraces(transaction, arrivals, {
        recent: createRecentSpans(),
        samples,
        reading,
      });
      for (const { summary, part: bytes } of absorbed.traces) {
        summaries.set(traceKey({ projectId, traceId }), summary);
        stored.push(bytes);
      }
      return absorbed;
    },
  };
}

test("stored spans are skipped and counted, within and across batches", async () => {
  const { absorb } = place();
  const first = await absorb(part(span("1"), span("2")), part(span("2"), span("3")));
  expect(
    first.traces.map(({ summary, part: bytes }) => [
      summary.spanCount,
      Buffer.from(bytes).toString(),
    ]),
  ).toEqual([[3, "1;2;3;"]]);
  expect(
    first.outcomes.map(({ outcome, category, quantity }) => [outcome, category, quantity]),
  ).toEqual([
    ["kept", "span", 2],
    ["kept", "span", 1],
    ["duplicate", "span", 1],
    ["kept", "trace", 1],
  ]);
  const again = await absorb(part(span("1"), span("2"), span("3")));
  expect(again.traces).toEqual([]);
  expect(again.outcomes).toMatchObject([{ outcome: "duplicate", quantity: 3 }]);
  const late = await absorb(
    part(span("3"), span("4", { status: "error", endedAtNs: at + 9_000_000n })),
  );
  expect(late.traces[0]!.summary).toMatchObject({
    spanCount: 4,
    errorCount: 1,
    endedAt: Number(at) / 1e6 + 5,
  });
  expect(Buffer.from(late.traces[0]!.part).toString()).toBe("4;");
});

test("recent spans are remembered after commit only and answered without reading", async () => {
  const recent = createRecentSpans();
  const { transaction } = place();
  const arrivals: DigestTrace[] = [
    { projectId, part: part(span("1")), receivedAt: 1, category: "span" },
  ];
  const tried = await absorbTraces(transaction, arrivals, { recent, samples, reading });
  const triedAgain = await absorbTraces(transaction, arrivals, { recent, samples, reading });
  expect(triedAgain.traces).toEqual(tried.traces);
  triedAgain.remember();
  const unreadable: TraceTransaction = {
    ...transaction,
    partsOf: () => Promise.reject(new Error("was read")),
  };
  expect((await absorbTraces(unreadable, arrivals, { recent, samples, reading })).traces).toEqual(
    [],
  );
});

test("a remembered trace counts only if complete, as other processes may add spans", async () => {
  const recent = createRecentSpans();
  const { transaction, absorb } = place();
  const absorbHere = (...spans: ScannedSpan[]) =>
    absorbTraces(
      transaction,
      spans.map((each) => ({ projectId, part: part(each), receivedAt: 1, category: "span" })),
      { recent, samples, reading },
    );
  (await absorbHere(span("1"))).remember();
  await absorb(part(span("1")));
  await absorb(part(span("2")));
  const again = await absorbHere(span("1"), span("2"), span("3"));
  expect(
    again.traces.map(({ summary, part: bytes }) => [
      summary.spanCount,
      Buffer.from(bytes).toString(),
    ]),
  ).toEqual([[3, "3;"]]);
});

test("a full trace accepts no more spans and reports it", async () => {
  const { transaction, absorb } = place();
  await absorb(part(span("1")));
  const [summary] = (await transaction.tracesFor([])).values();
  summary!.spanCount = traceSpansMax;
  const { traces, outcomes } = await absorb(part(span("2"), span("3")));
  expect(traces).toEqual([]);
  expect(outcomes).toMatchObject([{ outcome: "limited", reason: "trace_too_large", quantity: 2 }]);
});

test("calls between services are edges; calls within one are not", async () => {
  const { absorb } = place();
  const { edges } = await absorb(
    part(
      span("1"),
      span("2", { parentSpanId: idOf("1"), service: "db", status: "error" }),
      span("3", { parentSpanId: idOf("1"), service: "db" }),
      span("4", { parentSpanId: idOf("1") }),
    ),
  );
  expect(edges).toEqual([
    { from: "web", to: "db", count: 2, errors: 1, totalMs: 10, projectId, hour: 1_795_233_600_000 },
  ]);
});

test("the memory of recent spans is bounded and drops the oldest traces", () => {
  const recent = createRecentSpans(3);
  recent.remember("a", spanIdsOf([idOf("1"), idOf("2")]));
  recent.remember("b", spanIdsOf([idOf("3")]));
  recent.remember("c", spanIdsOf([idOf("4")]));
  expect([recent.of("a"), recent.of("b")?.length, [...eachSpanId(recent.of("c")!)]]).toEqual([
    undefined,
    1,
    [idOf("4")],
  ]);
});

test("callers are found across parts that arrived together", async () => {
  const called = { service: "db", parentSpanId: idOf("1") };
  const { edges } = await place().absorb(
    part(
      span("5", { service: "mail" }),
      span("6", { ...called, parentSpanId: idOf("5") }),
      span("2", called),
    ),
    part(span("1")),
    part(span("3", called), span("4", { parentSpanId: idOf("9") })),
  );
  expect(edges.map(({ from, to, count }) => `${from} > ${to}: ${count}`)).toEqual([
    "mail > db: 1",
    "web > db: 2",
  ]);
});

test("traces of a batch are stored in order of start", async () => {
  const startedAfter = (second: number, digit: string) => {
    const spans = [span(`${second}`, { startedAtNs: at + BigInt(second) * 1_000_000_000n })];
    const bytes = Buffer.from(`${second};`);
    const terms = { list: [], numbers: [] };
    return tracePart({ traceId: digit.repeat(32) as TraceId, spans, bytes, terms });
  };
  const { traces } = await place().absorb(
    startedAfter(3, "b"),
    startedAfter(1, "c"),
    startedAfter(2, "d"),
  );
  expect(traces.map(({ summary }) => summary.traceId[0])).toEqual(["c", "d", "b"]);
});
