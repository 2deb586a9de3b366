import type { SpanId, TraceId } from "#server/domain/ids.ts";
import type { ScannedPart, ScannedSpan } from "#server/domain/trace/scanned-span.ts";
import type { Attributes, Span, SpanKind, SpanStatus } from "#server/domain/trace/span.ts";
import { addRange, assemble, type Frame, type Piece } from "./assemble.ts";
import { contextOf, readScope, type Scope } from "./decode-context.ts";
import { decodeSpan } from "./decode-span.ts";
import type { Masking } from "#server/ingest/masked-attributes.ts";
import { addMasks } from "./masks.ts";
import { type KnownPairs, knownPairs } from "./known-pairs.ts";
import { readResource, type ResourceFacts, resourceFacts } from "./scan-resource.ts";
import { SpanScan } from "./scan-span.ts";
import { WireReader } from "./wire.ts";

export type ScanLimits = {
  /** Spans taken of one request; those beyond are counted. */
  requestSpans: number;
  /** Spans with an exception that are decoded; beyond, they are spans like any other. */
  requestExceptions: number;
  /** Which attributes' values are overwritten in `parts`; absent: none. */
  masking?: (attribute: string) => Masking;
};

export type Scan = {
  parts: ScannedPart[];
  /** Spans without a valid trace and span id. */
  invalid: number;
  /** Spans beyond `requestSpans`. */
  beyond: number;
  /** Spans that came twice in this request; the first counts. */
  duplicates: number;
  /** The spans that carry an exception, whole. */
  exceptional: Span[];
};

/**
 * Reads an `ExportTraceServiceRequest` (or `TracesData`, the same on the wire) without decoding its spans, and sorts their
 * bytes by trace. Throws `WireFault` where the framing is broken. Of a span, only what `ScannedSpan` and the index need is
 * read: 1.9 µs a span of twelve attributes in requests of 512 (2.6 in those of 100), against 6.4 for decoding all and 6.9 for
 * protobufjs by reflection; OTLP/JSON, parsed and written as protobuf first, costs 11 (scan.bench.ts, two busy cores).
 */
export function scanTraces(bytes: Uint8Array, limits: ScanLimits, wanted?: (spanId: SpanId) => boolean): Scan {
  return new TraceScan(bytes, limits, wanted).run();
}

type Build = { traceId: TraceId; spans: ScannedSpan[]; ids: Set<SpanId>; terms: Set<string>; pieces: Piece[] };

/** What stands around the span that is being read. */
type Place = {
  resource: Frame;
  attributes: Attributes;
  facts: ResourceFacts;
  scope: Frame;
  scopeSaid: Scope | undefined;
};

/** A trace's distinct terms in one request: a trace with more is not described by them. */
const maxTerms = 5_000;

class TraceScan {
  private readonly reader: WireReader;
  private readonly limits: ScanLimits;
  private readonly wanted: ((spanId: SpanId) => boolean) | undefined;
  private readonly builds = new Map<TraceId, Build>();
  private readonly spanScan: SpanScan;
  private readonly pairs: KnownPairs;
  private readonly scan: Omit<Scan, "parts"> = { invalid: 0, beyond: 0, duplicates: 0, exceptional: [] };
  private taken = 0;
  private last: Build | undefined;

  constructor(bytes: Uint8Array, limits: ScanLimits, wanted: ((spanId: SpanId) => boolean) | undefined) {
    this.reader = new WireReader(bytes);
    this.spanScan = new SpanScan(this.reader, limits.masking);
    this.pairs = knownPairs(this.reader.bytes);
    this.limits = limits;
    this.wanted = wanted;
  }

  run(): Scan {
    const { reader } = this;
    while (reader.position < reader.bytes.length) {
      const tag = reader.tag();
      if (tag === 10) this.resourceSpans(reader.enter());
      else reader.skip(tag);
    }
    const builds = [...this.builds.values()].filter(({ spans }) => spans.length > 0);
    return { ...this.scan, parts: builds.map((build) => this.part(build)) };
  }

  /** Two passes: the resource may stand behind the spans that it describes. */
  private resourceSpans(end: number): void {
    const { reader } = this;
    const frame: Frame = { own: [] };
    const scopes: number[] = [];
    let attributes: Attributes = {};
    while (reader.position < end) {
      const start = reader.position;
      const tag = reader.tag();
      if (tag === 18) scopes.push(start);
      if (tag === 10) attributes = readResource(reader, attributes);
      else reader.skip(tag);
      if (tag !== 18) addRange(frame.own, start, reader.position);
    }
    reader.leave(end);
    const facts = resourceFacts(attributes);
    for (const start of scopes) {
      reader.position = start;
      reader.tag();
      const place = { resource: frame, attributes, facts, scope: { own: [] }, scopeSaid: undefined };
      this.scopeSpans(reader.enter(), place);
    }
    reader.position = end;
  }

  private scopeSpans(end: number, place: Place): void {
    const { reader } = this;
    while (reader.position < end) {
      const start = reader.position;
      const tag = reader.tag();
      if (tag === 18) {
        this.span(start, reader.enter(), place);
        continue;
      }
      if (tag === 10) place.scopeSaid = readScope(reader);
      else reader.skip(tag);
      addRange(place.scope.own, start, reader.position);
    }
    reader.leave(end);
  }

  private span(start: number, end: number, place: Place): void {
    const { reader, spanScan, scan, limits } = this;
    const from = reader.position;
    spanScan.read(end, place.facts);
    const { traceId, span } = spanScan;
    if (!traceId || !span) return void (scan.invalid += 1);
    if (this.taken >= limits.requestSpans) return void (scan.beyond += 1);
    const build = this.build(traceId);
    if (build.ids.has(span.spanId)) return void (scan.duplicates += 1);
    if (this.wanted && !this.wanted(span.spanId)) return;
    this.taken += 1;
    build.ids.add(span.spanId);
    build.spans.push(span);
    const piece = pieceOf(build, place);
    addRange(piece.spans, start, end);
    if (spanScan.masks.length > 0) addMasks(piece.masks, spanScan.masks, span.kind === "server");
    if (build.terms.size < maxTerms) this.addTerms(build.terms, build, span);
    if (!spanScan.hasException || scan.exceptional.length >= limits.requestExceptions) return;
    reader.position = from;
    scan.exceptional.push(decodeSpan(reader, this.pairs, end, contextOf(place.attributes, place.scopeSaid)));
  }

  private build(traceId: TraceId): Build {
    if (this.last?.traceId === traceId) return this.last;
    let build = this.builds.get(traceId);
    if (!build) {
      build = { traceId, spans: [], ids: new Set(), terms: new Set(), pieces: [] };
      this.builds.set(traceId, build);
    }
    this.last = build;
    return build;
  }

  private addTerms(terms: Set<string>, build: Build, { kind, status }: ScannedSpan): void {
    const { pairs, name } = this.spanScan;
    for (const pair of pairs) {
      if (pair.seenBy === build) continue;
      pair.seenBy = build;
      for (const term of pair.terms) terms.add(term);
    }
    if (name.term !== undefined && name.seenBy !== build) terms.add(name.term);
    name.seenBy = build;
    terms.add(kindTerms[kind]);
    if (status !== "unset") terms.add(statusTerms[status]);
  }

  private part({ traceId, spans, terms, pieces }: Build): ScannedPart {
    return { traceId, bytes: assemble(this.reader.bytes, pieces), spans, terms: [...terms] };
  }
}

function pieceOf({ pieces, terms }: Build, { resource, scope, facts }: Place): Piece {
  const last = pieces.at(-1);
  if (last?.scope === scope) return last;
  if (last?.resource !== resource) for (const term of facts.terms) terms.add(term);
  const piece: Piece = { resource, scope, spans: [], masks: [] };
  pieces.push(piece);
  return piece;
}

const kindTerms: { [kind in SpanKind]: string } = {
  internal: "kind=internal",
  server: "kind=server",
  client: "kind=client",
  producer: "kind=producer",
  consumer: "kind=consumer",
};
const statusTerms: { [status in SpanStatus]: string } = {
  unset: "status=unset",
  ok: "status=ok",
  error: "status=error",
};
