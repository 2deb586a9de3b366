import type { Span } from "#server/domain/trace/span.ts";
import { rememberUserAgents } from "#server/domain/user-agent/remember-user-agents.ts";
import type { ReadUserAgent } from "#server/domain/user-agent/user-agent.ts";
import { contextOf, readScope, type Scope, type SpanContext } from "./decode-context.ts";
import { decodeSpan } from "./decode-span.ts";
import { type KnownPairs, knownPairs } from "#server/ingest/otlp/known-pairs.ts";
import { readResourceFrame } from "#server/ingest/otlp/scan/scan-resource.ts";
import { WireReader } from "#server/ingest/otlp/wire/wire.ts";

/**
 * All spans of a trace's parts, fully decoded. Scanned data is valid except inside attributes,
 * events, and links: invalid ones are dropped, so this never throws on output of `scanTraces`.
 */
export function decodeSpans(parts: Uint8Array[]): Span[] {
  const userAgents = rememberUserAgents();
  return parts.flatMap((part) => decodePart(part, userAgents));
}

function decodePart(bytes: Uint8Array, userAgents: ReadUserAgent): Span[] {
  const reader = new WireReader(bytes);
  const pairs = knownPairs(reader.bytes);
  const spans: Span[] = [];
  while (reader.position < bytes.length) {
    const tag = reader.tag();
    if (tag === 10) readResourceSpans(reader, pairs, spans, userAgents);
    else reader.skip(tag);
  }
  return spans;
}

/** Two passes over the frame, because descriptions may follow the spans. */
function readResourceSpans(
  reader: WireReader,
  pairs: KnownPairs,
  spans: Span[],
  userAgents: ReadUserAgent,
): void {
  const { attributes, scopes, end } = readResourceFrame(reader);
  const context = contextOf(attributes, undefined, userAgents);
  for (const start of scopes) {
    reader.position = start;
    reader.tag();
    readScopeSpans(reader, pairs, context, spans);
  }
  reader.position = end;
}

function readScopeSpans(
  reader: WireReader,
  pairs: KnownPairs,
  around: SpanContext,
  spans: Span[],
): void {
  const end = reader.enter();
  const starts: number[] = [];
  let scope: Scope | undefined;
  while (reader.position < end) {
    const start = reader.position;
    const tag = reader.tag();
    if (tag === 18) starts.push(start);
    if (tag === 10) scope = readScope(reader);
    else reader.skip(tag);
  }
  const context = { ...around, scope };
  for (const start of starts) {
    reader.position = start;
    reader.tag();
    spans.push(decodeSpan(reader, pairs, reader.enter(), context));
  }
  reader.position = end;
}
