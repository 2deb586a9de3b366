import type { SpanId, TraceId } from "#server/domain/ids.ts";
import type { DataRequest } from "#server/domain/trace/route-tree/router-request.ts";
import type { PartTerms } from "./part-terms.ts";
import type { SpanKind, SpanStatus } from "#server/domain/trace/span.ts";

/**
 * Data read from a span during ingestion without decoding it fully: enough for summaries, edges,
 * and sketches.
 */
export type ScannedSpan = {
  spanId: SpanId;
  parentSpanId: SpanId | undefined;
  /** As in `Span`. */
  parentIsRemote: boolean | undefined;
  name: string;
  kind: SpanKind;
  startedAtNs: bigint;
  /** Never before the start. */
  endedAtNs: bigint;
  /** By `statusOf`: as sent, or by HTTP status. */
  status: SpanStatus;
  service: string;
  environment: string | undefined;
  release: string | undefined;
  /** The route pattern with a leading slash, if the span has one. */
  route: string | undefined;
  /**
   * The pattern of the requested path, for spans without a route that may be requests or page
   * loads, and for files.
   */
  pathPattern: string | undefined;
  /** `http.request.method` */
  method: string | undefined;
  /** It was made in a browser (browser-span.ts). */
  isBrowser: boolean;
  /** Attributes of our instrumentation, Sentry's, and Remix's; undefined: none. */
  words: SpanWords | undefined;
};

/** By attribute; undefined for a wrong type. */
export type SpanWords = {
  /** `react_router.kind`: loader, navigation, fetcher-submit, … */
  kind: string | undefined;
  /** `react_router.route.id`, `match.route.id` */
  routeId: string | undefined;
  /** `sentry.op`, `sentry.origin` */
  op: string | undefined;
  origin: string | undefined;
  /**
   * `sentry.source`, `sentry.segment.name.source`: the source of the name (`url`, `route`,
   * `custom`).
   */
  nameSource: string | undefined;
  /** `react_router.request`: document, data, or resource. */
  request: string | undefined;
  /** For a browser's request by OpenTelemetry: what it loaded (router-request.ts). */
  dataRequest: DataRequest | undefined;
  /** `react_router.prefetch`: the request preceded the navigation. */
  isPrefetch: boolean | undefined;
  /** `react_router.prefetched`: the navigation's data was prefetched. */
  isPrefetched: boolean | undefined;
  /** `react_router.revalidated_ms`: duration of the reload after an action. */
  revalidatedMs: number | undefined;
};

/** The spans of one trace in one request. */
export type ScannedPart = {
  traceId: TraceId;
  /** One OTLP `TracesData` message with exactly these spans: the stored form. */
  bytes: Uint8Array;
  /** In the order of `bytes`, without duplicates. */
  spans: ScannedSpan[];
  /** Index terms of these spans and their resources, without duplicates (terms.ts). */
  terms: PartTerms;
};
