import { setImmediate as nextTurn } from "node:timers/promises";
import type { SpanId } from "#server/domain/ids.ts";
import type { OperationKind } from "#server/domain/rollup/operation.ts";
import type { TraceSample } from "#server/domain/rollup/sample.ts";
import { findIn, type Findings } from "#server/domain/route-findings/find.ts";
import {
  occursIn,
  type RequestsOfRelease,
  sinceRelease,
} from "#server/domain/route-findings/since-release.ts";
import { inOrder } from "#server/domain/rollup/compare/compare-choice.ts";
import { packageOf } from "#server/domain/release/order.ts";
import {
  type SampledRequest,
  sampledRequest,
} from "#server/domain/route-findings/sampled-request.ts";
import type { CountedSpan } from "#server/domain/trace/terms/trace-part.ts";
import { analyzeTrace } from "#server/domain/trace/timing/analyze.ts";
import { scanTraces } from "#server/ingest/otlp/scan/scan.ts";
import { spansIn } from "./read-trace.ts";
import type { RollupFilter } from "#server/storage/rollups/rollup-store.ts";
import type { Store } from "#server/storage/store.ts";
import type { StoredTrace } from "#server/storage/traces/trace-store.ts";

/**
 * What an operation's sampled requests have in common: where time is spent and what would save
 * some. Recomputed for each page, with limits on traces, spans, and time. Returns how many were
 * analyzed.
 */
export type ReadRouteFindings = (
  filter: RollupFilter & { operationId: number },
) => Promise<RouteFindings>;

export type RouteFindings = {
  findings: Findings;
  /** Requested traces, and why some were skipped: deleted, too large, out of time. */
  sampled: number;
  /** Analyzed traces, each with at least one request of the route. */
  lookedAt: number;
  passedOver: { notKept: number; tooLarge: number; outOfTime: number };
  /** The slowest of the window individually, longest first. */
  slowest: { sample: TraceSample; findings: Findings }[];
};

const randomTraces = 40;
const slowTraces = 3;
/** Reading and analyzing such a trace takes 50 ms, as much as 40 usual ones. */
const mostSpans = 5_000;
/** For reading and analyzing; 40 traces of 100 spans take 60 ms. */
const deadlineMs = 300;
/** On top, to find the release with which a pattern began. */
const sinceDeadlineMs = 150;
/**
 * Read concurrently: saves round trips to a database, and bounds the number of large traces in
 * memory.
 */
const abreast = 10;

type Deps = {
  store: Store;
  /** Milliseconds of a monotonic clock. */ elapsed: () => number;
};
type Asked = RollupFilter & { operationId: number };

/**
 * The slowest first, so that the deadline never cuts them off; then the random ones, an unbiased
 * sample. Of these, every request of the route in a trace is analyzed.
 */
export function createReadRouteFindings({ store, elapsed }: Deps): ReadRouteFindings {
  return async (asked) => {
    const [operation, slow, random] = await Promise.all([
      store.rollups.operation(asked.projectId, asked.operationId),
      storedSlowest(store, asked),
      store.rollups.samples({ ...asked, class: "random", limit: randomTraces }),
    ]);
    const reading = beginReading({ store, elapsed }, operation?.kind ?? "server");
    const slowest = await reading.readAll(asked, slow);
    const usual = await reading.readAll(asked, random);
    const findings = findIn(distinct(usual.read.flatMap(({ requests }) => requests)));
    reading.allow(sinceDeadlineMs);
    const readRelease: ReadRelease = async (release) => {
      const filter = { ...asked, release, class: "random", limit: tracesOfRelease } as const;
      const { read } = await reading.readAll(asked, await store.rollups.samples(filter));
      return distinct(read.flatMap(({ requests }) => requests));
    };
    return {
      findings: await withReleases(findings, () => releasesOf(store, asked), readRelease),
      sampled: random.length,
      lookedAt: usual.read.length,
      passedOver: usual.passedOver,
      slowest: slowest.read.map(({ sample, requests }) => ({
        sample,
        findings: findIn(requests.slice(0, 1)),
      })),
    };
  };
}

/** Of each release, as many traces as a comparison of shares needs, with some to spare. */
const tracesOfRelease = 24;
const mostReleases = 4;

/**
 * The newest releases of the window, newest first, whichever the page is limited to. None if some
 * requests have no release, or if there are several packages: their order is unknown.
 */
async function releasesOf({ rollups }: Store, asked: Asked): Promise<string[]> {
  const seen = inOrder(await rollups.byRelease({ ...asked, release: undefined })).map(
    ({ release }) => release,
  );
  const packages = new Set(seen.map(packageOf));
  return seen.includes("") || packages.size !== 1 ? [] : seen.slice(0, mostReleases);
}

type ReadRelease = (release: string) => Promise<SampledRequest[]>;

/** Names the releases with which patterns began. Reads none before one without any of them. */
async function withReleases(
  findings: Findings,
  releases: () => Promise<string[]>,
  read: ReadRelease,
): Promise<Findings> {
  const patterns = [...findings.serial, ...findings.repeats];
  const names = patterns.length === 0 ? [] : await releases();
  const known: RequestsOfRelease[] = [];
  for (const release of names.length > 1 ? names : []) {
    const requests = await read(release);
    known.push({ release, requests });
    if (!patterns.some((each) => occursIn(each, requests))) break;
  }
  const began = <Pattern extends (typeof patterns)[number]>(pattern: Pattern): Pattern => {
    const since = sinceRelease(pattern, known);
    return { ...pattern, ...(since !== undefined && { since }) };
  };
  return {
    ...findings,
    serial: findings.serial.map(began),
    repeats: findings.repeats.map(began),
  };
}

/** Sampling deletes some of those that were only random samples. */
async function storedSlowest({ rollups, traces }: Store, asked: Asked): Promise<TraceSample[]> {
  const slow = await rollups.samples({ ...asked, class: "slow", limit: 4 * slowTraces });
  const ids = slow.map(({ traceId }) => traceId);
  const counts = await traces.spanCounts(asked.projectId, ids);
  return slow.filter(({ traceId }) => counts.has(traceId)).slice(0, slowTraces);
}

/** A trace that spans two hours may be sampled in both. */
const distinct = (requests: SampledRequest[]): SampledRequest[] => [
  ...new Map(
    requests.map((each) => [`${each.node.span.traceId} ${each.node.span.spanId}`, each]),
  ).values(),
];

/** Requests of the operation in one trace, the sampled one first; never empty. */
type Reading = { requests: SampledRequest[] } | { passedOver: keyof RouteFindings["passedOver"] };

function beginReading({ store, elapsed }: Deps, kind: OperationKind) {
  let leftMs = deadlineMs;
  /** Slow traces may also be among the random ones. */
  const known = new Map<string, Reading>();

  function analyze(stored: StoredTrace | undefined, { spanId }: TraceSample): Reading {
    if (!stored) return { passedOver: "notKept" };
    const trace = analyzeTrace(spansIn(stored));
    const requests = operationSpans(stored.parts, spanId, kind).map((each) =>
      sampledRequest(trace, each),
    );
    return requests[0]
      ? { requests: requests.filter((each) => each !== undefined) }
      : { passedOver: "notKept" };
  }

  async function readSome({ projectId }: Asked, samples: TraceSample[]): Promise<void> {
    const begun = elapsed();
    const stored = await store.traces.findEach(
      projectId,
      samples.map(({ traceId }) => traceId),
    );
    const analyzing = elapsed();
    for (const sample of samples) {
      if (elapsed() - analyzing > leftMs) break;
      // Lets other requests run between two traces.
      await nextTurn();
      known.set(nameOf(sample), analyze(stored.get(sample.traceId), sample));
    }
    leftMs -= elapsed() - begun;
  }

  /** Skips traces that don't need to be read. */
  async function sift({ projectId }: Asked, samples: TraceSample[]): Promise<TraceSample[]> {
    const counts = await store.traces.spanCounts(
      projectId,
      samples.map(({ traceId }) => traceId),
    );
    return samples.filter((sample) => {
      const spans = counts.get(sample.traceId) ?? 0;
      if (spans > 0 && spans <= mostSpans) return true;
      known.set(nameOf(sample), { passedOver: spans > 0 ? "tooLarge" : "notKept" });
      return false;
    });
  }

  return {
    allow: (ms: number) => void (leftMs = Math.max(leftMs, ms)),
    async readAll(asked: Asked, samples: TraceSample[]) {
      const unread = await sift(
        asked,
        samples.filter((sample) => !known.has(nameOf(sample))),
      );
      for (let at = 0; at < unread.length && leftMs >= 0; at += abreast)
        await readSome(asked, unread.slice(at, at + abreast));
      return sorted(samples, (sample) => known.get(nameOf(sample)) ?? { passedOver: "outOfTime" });
    },
  };
}

const nameOf = ({ traceId, spanId }: TraceSample) => `${traceId} ${spanId}`;

function sorted(samples: TraceSample[], readingOf: (sample: TraceSample) => Reading) {
  const read: { sample: TraceSample; requests: SampledRequest[] }[] = [];
  const passedOver: RouteFindings["passedOver"] = { notKept: 0, tooLarge: 0, outOfTime: 0 };
  for (const sample of samples) {
    const reading = readingOf(sample);
    if ("requests" in reading) read.push({ sample, requests: reading.requests });
    else passedOver[reading.passedOver]++;
  }
  return { read, passedOver };
}

/** A trace with thousands of requests would outweigh all others. */
const mostOfTrace = 20;

/**
 * The spans of a stored trace that count as the same operation as the given one, which comes first:
 * a navigation sends two requests to one route if routes load separately. Counted like the digest
 * does.
 */
function operationSpans(
  parts: readonly Uint8Array[],
  spanId: SpanId,
  kind: OperationKind,
): SpanId[] {
  const limits = { requestSpans: Infinity, requestExceptions: 0 };
  const counted = parts.flatMap((bytes) =>
    scanTraces(bytes, limits).parts.flatMap((part) => part.counted),
  );
  const ofKind = counted.filter(({ name }) => name.kind === kind);
  const sampled = ofKind.find((each) => each.spanId === spanId);
  const alike = sampled ? ofKind.filter((each) => each !== sampled && isSame(each, sampled)) : [];
  return [spanId, ...alike.map((each) => each.spanId)].slice(0, mostOfTrace);
}

const isSame = ({ name: a }: CountedSpan, { name: b }: CountedSpan): boolean =>
  a.route === b.route &&
  a.method === b.method &&
  a.service === b.service &&
  a.environment === b.environment &&
  a.release === b.release;
