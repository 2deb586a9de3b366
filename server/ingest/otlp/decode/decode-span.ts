import type { Note } from "#server/domain/event/error-event.ts";
import type { SpanId, TraceId } from "#server/domain/ids.ts";
import { type Span, type SpanKind, spanKinds, type SpanStatus } from "#server/domain/trace/span.ts";
import { isDataRequest, mayBeAnswer } from "#server/domain/trace/listing/data-request.ts";
import { statusOf } from "#server/domain/trace/status.ts";
import { userAgentAttributes } from "#server/domain/trace/user-agent-attributes.ts";
import { noteCorrected, noteDropped, noteTrimmed } from "#server/ingest/sentry/event/notes.ts";
import { AttributeGatherer } from "./decode-attributes.ts";
import type { SpanContext } from "./decode-context.ts";
import { readEvent, readLink, readStatus } from "./decode-span-parts.ts";
import type { KnownPairs } from "#server/ingest/otlp/known-pairs.ts";
import { presentableText, underCurrentNames } from "#server/ingest/otlp/presentable.ts";
import { isRemote } from "#server/ingest/otlp/span-flags.ts";
import {
  maxText,
  notesAttribute,
  notesUnder,
  readNotes,
} from "#server/ingest/otlp/trimmed-values.ts";
import { WireFault, type WireReader } from "#server/ingest/otlp/wire/wire.ts";

/** Maximum number of events and links per span; more are noted. */
const maxListed = 1_000;
const maxMessage = 8_192;

/**
 * The reader is at the first byte of a `Span` with valid IDs. Invalid attributes, events, and links
 * are dropped: the frame of the span is valid.
 */
export function decodeSpan(
  reader: WireReader,
  pairs: KnownPairs,
  end: number,
  context: SpanContext,
): Span {
  const draft = new SpanDraft(reader, pairs);
  while (reader.position < end) draft.readField();
  return draft.finish(context);
}

class SpanDraft {
  private readonly reader: WireReader;
  private readonly pairs: KnownPairs;
  private readonly gatherer = new AttributeGatherer();
  private hasOldNames = false;
  private readonly events: Span["events"] = [];
  private readonly links: Span["links"] = [];
  private readonly dropped = { attributes: 0, events: 0, links: 0 };
  private readonly notes: Note[] = [];
  private readonly omitted = { events: 0, links: 0 };
  private traceId = "";
  private spanId = "";
  private parentSpanId = "";
  private name = "";
  private kind: SpanKind = "internal";
  private startedAtNs = 0n;
  private endedAtNs = 0n;
  private status: SpanStatus = "unset";
  private statusMessage = "";
  private flags = 0;

  constructor(reader: WireReader, pairs: KnownPairs) {
    this.reader = reader;
    this.pairs = pairs;
  }

  readField(): void {
    const { reader } = this;
    const tag = reader.tag();
    switch (tag) {
      case 10:
        this.traceId = reader.span().toString("hex");
        break;
      case 18:
        this.spanId = reader.span().toString("hex");
        break;
      case 34:
        this.parentSpanId = reader.span().toString("hex");
        break;
      case 42:
        this.readName(reader.text());
        break;
      case 48:
        this.kind = spanKinds[reader.uint32() - 1] ?? "internal";
        break;
      case 57:
        this.startedAtNs = reader.fixed64();
        break;
      case 65:
        this.endedAtNs = reader.fixed64();
        break;
      case 74:
        this.readAttribute();
        break;
      case 80:
        this.dropped.attributes = reader.uint32();
        break;
      case 90:
        this.lenient(() => this.list("events", readEvent(reader)));
        break;
      case 96:
        this.dropped.events += reader.uint32();
        break;
      case 106:
        this.lenient(() => this.list("links", readLink(reader)));
        break;
      case 112:
        this.dropped.links += reader.uint32();
        break;
      case 122:
        this.readStatus();
        break;
      case 133:
        this.flags = reader.fixed32();
        break;
      default:
        reader.skip(tag);
    }
  }

  finish({ service, resource, scope, userAgents, notes: remarks }: SpanContext): Span {
    const { traceId, spanId, name, kind, startedAtNs, endedAtNs, events, links, dropped } = this;
    const { attributes: sent } = this.gatherer;
    const attributes = this.hasOldNames ? underCurrentNames(sent, kind) : sent;
    if ("user_agent.original" in attributes)
      Object.assign(attributes, userAgentAttributes(attributes, resource, userAgents));
    const httpStatus = Number(attributes["http.response.status_code"] ?? NaN);
    const isAnswer = mayBeAnswer(kind, httpStatus) && isDataRequest(attributes);
    const status = isAnswer ? "ok" : statusOf(this.status, kind, httpStatus);
    const span: Span = {
      traceId: traceId as TraceId,
      spanId: spanId as SpanId,
      name,
      kind,
      service,
      startedAtNs,
      endedAtNs: endedAtNs < startedAtNs ? startedAtNs : endedAtNs,
      status,
      attributes,
      events,
      links,
      resource,
    };
    const parentIsRemote = isRemote(this.flags);
    if (/[1-9a-f]/.test(this.parentSpanId) && this.parentSpanId.length === 16)
      span.parentSpanId = this.parentSpanId as SpanId;
    if (parentIsRemote !== undefined) span.parentIsRemote = parentIsRemote;
    if (this.statusMessage !== "")
      span.statusMessage = presentableText(this.statusMessage).slice(0, maxMessage);
    if (scope) span.scope = scope;
    const notes = this.finishNotes();
    if (notes.length + remarks.length > 0) span.notes = [...notes, ...remarks];
    const counts = Object.entries(dropped).filter(([, count]) => count > 0);
    if (counts.length > 0) span.dropped = Object.fromEntries(counts);
    return span;
  }

  private finishNotes(): Note[] {
    const { notes, omitted, statusMessage } = this;
    notes.push(...this.gatherer.notes("attributes"));
    this.events.forEach((event, index) => {
      if (event.notes) notes.push(...notesUnder(`events.${index}.attributes`, event.notes));
    });
    for (const name of ["events", "links"] as const)
      if (omitted[name] > 0) noteTrimmed(notes, name, maxListed, maxListed + omitted[name], name);
    if (statusMessage.length > maxMessage)
      noteTrimmed(notes, "statusMessage", maxMessage, statusMessage.length, "characters");
    if (this.endedAtNs < this.startedAtNs)
      noteCorrected(notes, "endedAt", "before its start: set to the start");
    return notes;
  }

  private list<Name extends "events" | "links">(
    name: Name,
    entry: Span[Name][number] | undefined,
  ): void {
    if (!entry) return;
    const entries: (typeof entry)[] = this[name];
    if (entries.length < maxListed) entries.push(entry);
    else this.omitted[name] += 1;
  }

  private readName(sent: string): void {
    if (sent.length > maxText) noteTrimmed(this.notes, "name", maxText, sent.length, "characters");
    this.name = presentableText(sent);
  }

  private readAttribute(): void {
    const end = this.reader.enter();
    const pair = this.pairs.get(this.reader.position, end);
    this.reader.position = end;
    if (!pair) return noteDropped(this.notes, "attributes", "one could not be read");
    if (pair.key === notesAttribute) return void this.notes.push(...readNotes(pair.value));
    this.gatherer.add(pair.key, pair.value, pair.notes);
    this.hasOldNames ||= pair.isReplaced;
  }

  private readStatus(): void {
    this.lenient(() => {
      const { status, message } = readStatus(this.reader);
      this.status = status ?? this.status;
      this.statusMessage = message || this.statusMessage;
    });
  }

  /** Skips a message that turns out to be invalid. */
  private lenient(read: () => void): void {
    const { reader } = this;
    const start = reader.position;
    const end = reader.enter();
    reader.position = start;
    try {
      read();
    } catch (error) {
      if (!(error instanceof WireFault)) throw error;
    }
    reader.position = end;
  }
}
