import { inOtherCase } from "#server/domain/search/in-other-case.ts";
import { decodeSpans } from "#server/ingest/otlp/decode/decode.ts";
import { matchesQuery } from "#server/ingest/otlp/decode/matches.ts";
import { failNavigations } from "#server/ingest/sentry/spans/failed-navigations.ts";
import type { Span } from "#server/domain/trace/span.ts";
import type { Store } from "#server/storage/store.ts";
import type { StoredTrace, TraceList, TraceFilter } from "#server/storage/traces/trace-store.ts";
import type { ProjectId, TraceId, SpanId } from "#server/domain/ids.ts";
import type { TraceSummary } from "#server/domain/trace/listing/summary.ts";

/** The trace's decoded spans without duplicates; undefined if the project has no such trace. */
export type ReadTrace = (
  projectId: ProjectId,
  traceId: TraceId,
) => Promise<TraceReading | undefined>;

export type TraceReading = { summary: TraceSummary; spans: Span[] };

/** `store.traces.list` with a deadline, which also evaluates conditions that no index covers. */
export type SearchTraces = (
  filter: Omit<TraceFilter, "deadlineMs" | "matches"> & { deadlineMs?: number },
) => Promise<TraceList>;

/**
 * Spans of other traces that link to this one. Not indexed: the newest traces are scanned for a
 * moment. `scannedTo` (milliseconds since 1970) is set if the scan didn't reach the end.
 */
export type LinksTo = (
  projectId: ProjectId,
  target: SpanName,
) => Promise<{ spans: SpanName[]; scannedTo?: number }>;

type SpanName = { traceId: TraceId; spanId: SpanId };

/** How long a search may scan spans that no index covers before it offers to continue. */
const deadlineMs = 400;

/** Decodes a trace's spans from its stored parts. */
export function createReadTrace(store: Store): ReadTrace {
  return async (projectId, traceId) => {
    const stored = await store.traces.find(projectId, traceId);
    if (!stored) return undefined;
    return { summary: stored.summary, spans: spansIn(stored) };
  };
}

export function spansIn({ parts }: StoredTrace): Span[] {
  const spans = decodeSpans(parts);
  // Failed loads may arrive in a different envelope than their navigation.
  failNavigations(spans);
  return spans;
}

export function createSearchTraces(store: Store): SearchTraces {
  const look = ({
    query: { idle, asset, detached, ...query },
    ...filter
  }: Parameters<SearchTraces>[0]) =>
    store.traces.list({
      deadlineMs,
      ...filter,
      // An explicit search term overrides the page's default exclusion.
      ...(idle !== undefined && { idle }),
      ...(asset !== undefined && { asset }),
      ...(detached !== undefined && { detached }),
      query,
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
 * A trace that links to a span has both its IDs somewhere in its bytes, so bytes are searched
 * before decoding.
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
