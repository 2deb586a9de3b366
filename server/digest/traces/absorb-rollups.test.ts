import { expect, test } from "vitest";
import type { ProjectId, SpanId, TraceId } from "#server/domain/ids.ts";
import type { ScannedSpan } from "#server/domain/trace/terms/scanned-span.ts";
import { scannedSpan } from "#server/domain/trace/terms/scanned-span.fixture.ts";
import { tracePart } from "#server/domain/trace/terms/trace-part.ts";
import type { RollupChange } from "#server/storage/rollups/rollup-store.ts";
import { RollupChanges } from "./absorb-rollups.ts";
import { createSampleMemory } from "./sample-memory.ts";

const projectId = 1 as ProjectId;
const receivedAt = Date.UTC(2026, 10, 21, 12, 1);
const traceIdOf = (number: number) => number.toString(16).padStart(32, "0") as TraceId;

function span(
  number: number,
  more: Partial<ScannedSpan> & { at?: number; ms?: number } = {},
): ScannedSpan {
  const { at = receivedAt, ms = 5, ...rest } = more;
  const startedAtNs = BigInt(at) * 1_000_000n;
  return scannedSpan({
    spanId: number.toString(16).padStart(16, "0") as SpanId,
    name: "GET /",
    kind: "server",
    startedAtNs,
    endedAtNs: startedAtNs + BigInt(ms * 1e6),
    service: "web",
    route: "/",
    ...rest,
  });
}

const told = (each: ScannedSpan) =>
  tracePart({
    traceId: traceIdOf(0),
    spans: [each],
    bytes: Buffer.of(),
    terms: { list: [], numbers: [] },
  });

/** Each span as its own trace. */
function absorb(...spans: ScannedSpan[]) {
  const changes = new RollupChanges(createSampleMemory());
  spans.forEach((each, number) =>
    changes.add({ projectId, traceId: traceIdOf(number), receivedAt }, told(each)),
  );
  return changes.collect();
}

const facts = ({
  operation: { service, kind, route },
  environment,
  release,
  at,
  rollup,
}: RollupChange) => ({
  service,
  kind,
  route,
  environment,
  release,
  at: new Date(at).toISOString().slice(5, 16),
  count: rollup.durations.count,
  failed: rollup.failed,
  totalMs: rollup.totalMs,
  satisfied: rollup.satisfied,
});

test("spans are counted by route, environment, release, and five-minute start", () => {
  const { rollups, releases } = absorb(
    span(1, { environment: "production", release: "1.0" }),
    span(2, { environment: "production", release: "1.0", status: "error", ms: 900 }),
    span(3, { environment: "production", release: "1.1", at: receivedAt - 120_000 }),
    span(4, { kind: "client" }),
    span(5, { kind: "client", release: "0.9" }),
  );
  const common = { service: "web", kind: "server", route: "/", environment: "production" };
  expect(rollups.map(facts)).toEqual([
    {
      ...common,
      release: "1.0",
      at: "11-21T12:00",
      count: 2,
      failed: 1,
      totalMs: 905,
      satisfied: 1,
    },
    { ...common, release: "1.1", at: "11-21T11:55", count: 1, failed: 0, totalMs: 5, satisfied: 1 },
  ]);
  const seen = { firstAt: receivedAt, lastAt: receivedAt, receivedAt };
  expect(releases).toEqual(
    ["1.0", "1.1", "0.9"].map((version) => ({ projectId, version, ...seen })),
  );
});

test("spans with an implausible clock count at their receipt", () => {
  const hour = 3_600_000;
  const clocks = [23, 25, -24 * 29, -24 * 31].map((hours) =>
    span(1, { at: receivedAt + hours * hour }),
  );
  expect(
    absorb(...clocks).rollups.map(({ at, samples }) => [at, samples.slow[0]!.startedAt]),
  ).toEqual([
    // Both are too far off and count in the five minutes of receipt.
    [receivedAt + 23 * hour - 60_000, receivedAt + 23 * hour],
    [receivedAt - 60_000, receivedAt],
    [receivedAt - 29 * 24 * hour - 60_000, receivedAt - 29 * 24 * hour],
  ]);
});

test("slowest, newest failed, and random traces of a flood are offered", () => {
  const flood = Array.from({ length: 2_000 }, (_, n) =>
    span(n, {
      ms: 1 + ((n * 7) % 1_999),
      at: receivedAt + n,
      ...(n % 10 === 0 && { status: "error" }),
    }),
  );
  const [{ samples }] = absorb(...flood).rollups as [RollupChange];
  const numbers = (list: { spanId: string }[]) =>
    list.map(({ spanId }) => Number.parseInt(spanId, 16));
  const bySlowness = flood.toSorted((a, b) =>
    Number(b.endedAtNs - b.startedAtNs - (a.endedAtNs - a.startedAtNs)),
  );
  expect(numbers(samples.slow)).toEqual(numbers(bySlowness.slice(0, 5)));
  expect(numbers(samples.failed)).toEqual([1_990, 1_980, 1_970, 1_960, 1_950]);
  const changes = new RollupChanges(createSampleMemory());
  for (const n of flood.keys().toArray().toReversed())
    changes.add({ projectId, traceId: traceIdOf(n), receivedAt }, told(flood[n]!));
  expect(changes.collect().rollups[0]!.samples).toEqual(samples);
  expect(samples.random).toHaveLength(10);
});

test("samples worse than stored ones are not offered after a commit", () => {
  const memory = createSampleMemory();
  const batch = (from: number, ms: (n: number) => number) => {
    const changes = new RollupChanges(memory);
    for (let n = from; n < from + 100; n++)
      changes.add(
        { projectId, traceId: traceIdOf(n), receivedAt },
        told(span(n, { ms: ms(n), at: receivedAt + n })),
      );
    return changes;
  };
  const slowOf = (changes: RollupChanges) =>
    changes.collect().rollups[0]!.samples.slow.map(({ durationMs }) => durationMs);
  const first = batch(0, (n) => 100 + n);
  expect(slowOf(first)).toEqual([199, 198, 197, 196, 195]);
  expect(slowOf(batch(100, (n) => n - 50))).toEqual([149, 148, 147, 146, 145]);
  first.remember();
  expect(slowOf(batch(100, (n) => n - 50))).toEqual([]);
  const second = batch(100, (n) => (n === 150 ? 300 : 50));
  expect(slowOf(second)).toEqual([300]);
  second.remember();
  expect(slowOf(batch(200, (n) => (n === 250 ? 195.5 : 1)))).toEqual([]);
  expect(slowOf(batch(200, (n) => (n === 250 ? 196.5 : 1)))).toEqual([196.5]);
});
