import type { SpanId, TraceId } from "#server/domain/ids.ts";
import type { DataRequest } from "#server/domain/trace/route-tree/router-request.ts";
import type { PartTerms } from "./part-terms.ts";
import type { SpanKind, SpanStatus } from "#server/domain/trace/span.ts";

/**
 * What is read of a span on its way in, without decoding it whole: enough for summaries, edges and
 * sketches.
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
  /** By `statusOf`: what the sender said, or what its HTTP status says. */
  status: SpanStatus;
  service: string;
  environment: string | undefined;
  release: string | undefined;
  /** The route pattern with a leading slash, where the span tells one. */
  route: string | undefined;
  /**
   * The pattern of the path that was asked for, of spans that tell no route and may be requests or
   * page loads, and of files.
   */
  pathPattern: string | undefined;
  /** `http.request.method` */
  method: string | undefined;
  /** It was made in a browser (browser-span.ts). */
  isBrowser: boolean;
  /**
   * What it says in the words of our own instrumentation, Sentry's and Remix's; undefined: in none
   * of them.
   */
  words: SpanWords | undefined;
};

/** By attribute; of what is not of the right type nothing is known. */
export type SpanWords = {
  /** `react_router.kind`: loader, navigation, fetcher-submit, … */
  kind: string | undefined;
  /** `react_router.route.id`, `match.route.id` */
  routeId: string | undefined;
  /** `sentry.op`, `sentry.origin` */
  op: string | undefined;
  origin: string | undefined;
  /**
   * `sentry.source`, `sentry.segment.name.source`: what the name is made from (`url`, `route`,
   * `custom`).
   */
  nameSource: string | undefined;
  /** `react_router.request`: document, data or resource. */
  request: string | undefined;
  /** Of a browser's request by OpenTelemetry: what it loaded (router-request.ts). */
  dataRequest: DataRequest | undefined;
  /** `react_router.prefetch`: the request came before the navigation. */
  isPrefetch: boolean | undefined;
  /** `react_router.prefetched`: the navigation found its data there. */
  isPrefetched: boolean | undefined;
  /** `react_router.revalidated_ms`: how long the loaders ran again after an action. */
  revalidatedMs: number | undefined;
};

/** The spans of one trace in one request. */
export type ScannedPart = {
  traceId: TraceId;
  /** One OTLP `TracesData` message with exactly these spans: what is stored. */
  bytes: Uint8Array;
  /** In the order of `bytes`, no span id twice. */
  spans: ScannedSpan[];
  /** Index terms of these spans and their resources, each once (terms.ts). */
  terms: PartTerms;
};
