import { inOtherCase } from "#server/domain/search/in-other-case.ts";
import { decodeSpans } from "#server/ingest/otlp/decode/decode.ts";
import { matchesQuery } from "#server/ingest/otlp/decode/matches.ts";
import { failNavigations } from "#server/ingest/sentry/spans/failed-navigations.ts";
import type { Span } from "#server/domain/trace/span.ts";
import type { Store } from "#server/storage/store.ts";
import type { StoredTrace, TraceList, TraceFilter } from "#server/storage/traces/trace-store.ts";
import type { ProjectId, TraceId, SpanId } from "#server/domain/ids.ts";
import type { TraceSummary } from "#server/domain/trace/listing/summary.ts";

/** The trace's spans, decoded, each once; undefined when the project has no such trace. */
export type ReadTrace = (
  projectId: ProjectId,
  traceId: TraceId,
) => Promise<TraceReading | undefined>;

export type TraceReading = { summary: TraceSummary; spans: Span[] };

/** `store.traces.list` with a deadline, and with eyes for what no index answers. */
export type SearchTraces = (
  filter: Omit<TraceFilter, "deadlineMs" | "matches">,
) => Promise<TraceList>;

/**
 * The spans of other traces that link to this one. No index knows them: the newest traces are
 * looked through for a moment, and `scannedTo` (milliseconds since 1970) says how far back that
 * went when it was not all.
 */
export type LinksTo = (
  projectId: ProjectId,
  target: SpanName,
) => Promise<{ spans: SpanName[]; scannedTo?: number }>;

type SpanName = { traceId: TraceId; spanId: SpanId };

/** How long a search may look at spans that no index answers for, before it offers to continue. */
const deadlineMs = 400;

/** A trace's spans, decoded from the parts they are stored in. */
export function createReadTrace(store: Store): ReadTrace {
  return async (projectId, traceId) => {
    const stored = await store.traces.find(projectId, traceId);
    if (!stored) return undefined;
    return { summary: stored.summary, spans: spansIn(stored) };
  };
}

export function spansIn({ parts }: StoredTrace): Span[] {
  const spans = decodeSpans(parts);
  // The loads that failed may have come in another envelope than their navigation.
  failNavigations(spans);
  return spans;
}

export function createSearchTraces(store: Store): SearchTraces {
  const look = ({
    query: { idle, asset, detached, ...query },
    ...filter
  }: Parameters<SearchTraces>[0]) =>
    store.traces.list({
      ...filter,
      // What a search says of it itself goes before what its page leaves out.
      ...(idle !== undefined && { idle }),
      ...(asset !== undefined && { asset }),
      ...(detached !== undefined && { detached }),
      query,
      deadlineMs,
      matches: (parts, facts) => matchesQuery(parts, query, facts),
    });

  return async (filter) => {
    const asTyped = await look(filter);
    const otherCase = isNothing(asTyped) ? inOtherCase(filter.query) : undefined;
    if (!otherCase) return asTyped;
    const { cursor, ...first } = filter;
    if (cursor !== undefined && !isNothing(await look({ ...first, limit: 1 }))) return asTyped;
    return look({ ...filter, query: otherCase });
  };
}

const isNothing = ({ rows, scannedTo, leftOut }: TraceList): boolean =>
  rows.length === 0 && scannedTo === undefined && leftOut === undefined;

const linksDeadlineMs = 200;
const linkingTracesMax = 10;

/**
 * A trace that links to a span has both its ids somewhere in its bytes: that is looked for first,
 * and decoded then.
 */
export function createLinksTo(store: Store, readTrace: ReadTrace): LinksTo {
  return async (projectId, target) => {
    const ids = [Buffer.from(target.traceId, "hex"), Buffer.from(target.spanId, "hex")];
    const matches = (parts: Uint8Array[]) =>
      parts.some((part) =>
        ids.every((id) => Buffer.from(part.buffer, part.byteOffset, part.byteLength).includes(id)),
      );
    const term = {
      key: "link.span_id",
      value: target.spanId,
      negated: false,
      test: "unindexed",
    } as const;
    const query = { terms: [term], words: [] };
    const limits = { limit: linkingTracesMax, deadlineMs: linksDeadlineMs };
    const { rows, scannedTo } = await store.traces.list({ projectId, query, matches, ...limits });
    const others = rows.filter(({ traceId }) => traceId !== target.traceId);
    const readings = await Promise.all(others.map(({ traceId }) => readTrace(projectId, traceId)));
    const spans = readings
      .flatMap((reading) => reading?.spans ?? [])
      .filter(({ links }) => links.some(names(target)));
    return {
      spans: spans.map(({ traceId, spanId }) => ({ traceId, spanId })),
      ...(scannedTo !== undefined && { scannedTo }),
    };
  };
}

const names = (target: SpanName) => (link: SpanName) =>
  link.traceId === target.traceId && link.spanId === target.spanId;
