import type { SpanId, TraceId } from "#server/domain/ids.ts";
import { isBrowserScope, isBrowserWork } from "#server/domain/trace/browser-span.ts";
import { mayBeAnswer } from "#server/domain/trace/listing/data-request.ts";
import {
  isCatchAll,
  mayBeMount,
  patternOfTarget,
} from "#server/domain/trace/route-tree/entry-route.ts";
import { fileEnding } from "#server/domain/trace/listing/asset-request.ts";
import {
  type DataRequest,
  dataRequestOf,
  isBrowserFetchScope,
} from "#server/domain/trace/route-tree/router-request.ts";
import { wholeRoute } from "#server/domain/trace/route-tree/route-id-path.ts";
import type { ScannedSpan, SpanWords } from "#server/domain/trace/terms/scanned-span.ts";
import { type SpanKind, spanKinds, type SpanStatus } from "#server/domain/trace/span.ts";
import { statusOf } from "#server/domain/trace/status.ts";
import type { Pair } from "./attribute-pairs.ts";
import { AttributeTerms } from "./attribute-terms.ts";
import { readStatus } from "#server/ingest/otlp/decode/decode-span-parts.ts";
import type { Masking } from "#server/ingest/masked-attributes.ts";
import type { Mask } from "./masks.ts";
import type { ResourceFacts } from "./scan-resource.ts";
import { isRemote } from "#server/ingest/otlp/span-flags.ts";
import { noWords } from "./span-words.ts";
import { isVitalScope } from "#server/ingest/vital-reports-span.ts";
import type { NameText, Vocabulary } from "./vocabulary.ts";
import { WireFault, type WireReader } from "#server/ingest/otlp/wire/wire.ts";

/** Data of the instrumentation scope of a span. */
export type ScopeFacts = { isBrowser: boolean; isFetch: boolean; isVitals: boolean };

export const noScope: ScopeFacts = { isBrowser: false, isFetch: false, isVitals: false };

export function scopeFacts(name: string | undefined): ScopeFacts {
  if (isVitalScope(name)) return { isBrowser: true, isFetch: false, isVitals: true };
  return isBrowserScope(name)
    ? { isBrowser: true, isFetch: isBrowserFetchScope(name), isVitals: false }
    : noScope;
}

const mostPairs = 1_000;

/** One scanned span, before its trace is known. Reused for each span: read it immediately. */
export class SpanScan {
  traceId: TraceId | undefined;
  span: ScannedSpan | undefined;
  name: NameText;
  /** Indexed attributes, the first `pairCount`; of 100,000, the first thousand. */
  readonly pairs: Pair[] = [];
  pairCount = 0;
  /** Values that must be overwritten. */
  readonly masks: Mask[];
  /** One of its events is an exception. */
  hasException = false;
  /** Its status depends on more than is scanned: `decodeSpan` determines it. */
  isDoubtful = false;

  private readonly reader: WireReader;
  readonly attributes: AttributeTerms;
  private attributeCount = 0;
  private readonly vocabulary: Vocabulary;
  private readonly unnamed: NameText = { text: "", terms: [], seenBy: 0, guesses: [] };
  private lastTraceId: TraceId | undefined;
  private lastTraceAt = 0;

  constructor(
    reader: WireReader,
    vocabulary: Vocabulary,
    masking?: (attribute: string) => Masking,
  ) {
    this.reader = reader;
    this.vocabulary = vocabulary;
    this.attributes = new AttributeTerms(reader.bytes, vocabulary, masking);
    this.masks = this.attributes.masks;
    this.name = this.unnamed;
  }

  /**
   * Reads the `Span` message up to `end`; `traceId` is undefined if its IDs are invalid.
   * Attributes, events, and links are read only as far as needed; errors further inside are found
   * when the span is decoded.
   */
  read(end: number, facts: ResourceFacts, scope: ScopeFacts): void {
    const { service, environment, release } = facts;
    const { reader } = this;
    this.traceId = undefined;
    this.name = this.unnamed;
    this.pairCount = 0;
    this.attributeCount = 0;
    this.attributes.forget();
    this.hasException = false;
    this.isDoubtful = false;
    let spanId: SpanId | undefined;
    let parentSpanId: SpanId | undefined;
    let kind: SpanKind = "internal";
    let startedAtNs = 0n;
    let endedAtNs = 0n;
    let said: SpanStatus = "unset";
    let flags = 0;
    while (reader.position < end) {
      const tag = reader.tag();
      switch (tag) {
        case 10:
          this.traceId = this.readTraceId();
          break;
        case 18:
          spanId = readId(reader, 8) as SpanId | undefined;
          break;
        case 34:
          parentSpanId = readId(reader, 8) as SpanId | undefined;
          break;
        case 42:
          this.readName();
          break;
        case 48:
          kind = spanKinds[reader.uint32() - 1] ?? "internal";
          break;
        case 57:
          startedAtNs = reader.fixed64();
          break;
        case 65:
          endedAtNs = reader.fixed64();
          break;
        case 74:
          this.readAttribute();
          break;
        case 90:
          this.readEvent();
          break;
        case 122:
          said = readStatus(reader).status ?? said;
          break;
        case 133:
          flags = reader.fixed32();
          break;
        default:
          reader.skip(tag);
      }
    }
    reader.leave(end);
    if (!spanId) this.traceId = undefined;
    if (!this.traceId) return;
    let httpStatus: number | undefined;
    let route: string | undefined;
    let routeRank = 9;
    let words: SpanWords | undefined;
    let isBrowserAttribute = false;
    let method: string | undefined;
    for (let at = 0; at < this.pairCount; at++) {
      const pair = this.pairs[at]!;
      httpStatus ??= pair.httpStatus;
      method ??= pair.method;
      isBrowserAttribute ||= pair.isBrowserAttribute;
      if (pair.word !== undefined) pair.word((words ??= noWords()));
      if (pair.route === undefined || pair.routeRank > routeRank) continue;
      route = pair.route;
      routeRank = pair.routeRank;
    }
    if (kind === "server" && route !== undefined && words?.routeId !== undefined)
      route = wholeRoute(route, words.routeId);
    const mayAsk = kind === "server" || kind === "internal";
    const isNested = parentSpanId !== undefined && isRemote(flags) === false;
    this.isDoubtful = mayBeAnswer(kind, httpStatus);
    const dataRequest = scope.isFetch ? this.readDataRequest(method) : undefined;
    if (dataRequest) (words ??= noWords()).dataRequest = dataRequest;
    const isRouteKnown = route !== undefined && !(kind === "server" && isCatchAll(route));
    const isPathNeeded = !isRouteKnown && (dataRequest !== undefined || (mayAsk && !isNested));
    const mayServeFile = kind === "server" && !isNested && route !== undefined && mayBeMount(route);
    this.span = {
      spanId: spanId!,
      parentSpanId,
      parentIsRemote: isRemote(flags),
      name: this.name.text,
      kind,
      startedAtNs,
      endedAtNs: endedAtNs < startedAtNs ? startedAtNs : endedAtNs,
      status: statusOf(said, kind, httpStatus),
      service,
      environment,
      release,
      route,
      pathPattern: isPathNeeded ? this.readPath() : mayServeFile ? this.readFile() : undefined,
      method,
      isBrowser:
        facts.isBrowser ||
        scope.isBrowser ||
        (isBrowserAttribute && kind === "internal" && facts.mayBeBrowser) ||
        (words !== undefined && isBrowserWork(words.op, words.origin)),
      words,
    };
  }

  /** Spans of a trace are mostly adjacent: an ID equal to the last one is not formatted again. */
  private readTraceId(): TraceId | undefined {
    const { reader } = this;
    const at = reader.position;
    if (this.lastTraceId && isSameId(reader, at, this.lastTraceAt)) {
      reader.position = at + 17;
      return this.lastTraceId;
    }
    this.lastTraceId = readId(reader, 16) as TraceId | undefined;
    this.lastTraceAt = at;
    return this.lastTraceId;
  }

  private readName(): void {
    const end = this.reader.enter();
    this.name = this.vocabulary.names.get(this.reader.bytes, this.reader.position, end);
    this.reader.position = end;
  }

  private readAttribute(): void {
    const { reader } = this;
    const end = reader.enter();
    const pair = this.pairCount < mostPairs ? this.find(reader.position, end) : undefined;
    if (pair) this.pairs[this.pairCount++] = pair;
    reader.position = end;
  }

  private find(start: number, end: number): Pair | undefined {
    try {
      return this.attributes.find(start, end, this.name.guesses, this.attributeCount++);
    } catch (error) {
      // The frame of the span is valid: it is stored, and decoding drops invalid parts.
      if (error instanceof WireFault) return undefined;
      throw error;
    }
  }

  private readDataRequest(method: string | undefined): DataRequest | undefined {
    const target = this.readTarget();
    return target === undefined ? undefined : dataRequestOf(target, method);
  }

  private readPath(): string | undefined {
    const target = this.readTarget();
    return target === undefined ? undefined : this.vocabulary.shownPattern(patternOfTarget(target));
  }

  private readFile(): string | undefined {
    const target = this.readTarget();
    if (target === undefined || !fileEnding.test(target.split("?", 1)[0]!)) return undefined;
    return this.vocabulary.shownPattern(patternOfTarget(target));
  }

  private readTarget(): string | undefined {
    try {
      return this.attributes.path()?.slice(0, 2_000);
    } catch (error) {
      if (error instanceof WireFault) return undefined;
      throw error;
    }
  }

  private readEvent(): void {
    const { reader } = this;
    const end = reader.enter();
    while (reader.position < end) {
      const tag = reader.tag();
      // Always read, because unread fields are not skipped.
      if (tag === 18) this.hasException = reader.text().endsWith("exception") || this.hasException;
      else reader.skip(tag);
    }
    reader.leave(end);
  }
}

/**
 * An ID of `length` bytes as hexadecimal digits; undefined if it is shorter, longer, or all zeros.
 */
function readId(reader: WireReader, length: number): string | undefined {
  const end = reader.enter();
  const start = reader.position;
  reader.position = end;
  if (end - start !== length) return undefined;
  const { bytes } = reader;
  for (let index = start; index < end; index++)
    if (bytes[index] !== 0) return bytes.toString("hex", start, end);
  return undefined;
}

/** Whether the 17 bytes (length and ID) at both positions are equal. */
function isSameId({ bytes }: WireReader, at: number, other: number): boolean {
  for (let index = 16; index >= 0; index--)
    if (bytes[at + index] !== bytes[other + index]) return false;
  return true;
}
