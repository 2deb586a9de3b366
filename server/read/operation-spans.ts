import type { SpanId } from "#server/domain/ids.ts";
import type { OperationKind } from "#server/domain/rollup/operation.ts";
import type { CountedSpan } from "#server/domain/trace/terms/trace-part.ts";
import { scanTraces } from "#server/ingest/otlp/scan/scan.ts";

/** A trace of thousands of requests would outweigh all others. */
const mostOfTrace = 20;

/**
 * The spans of a stored trace that count as the same operation as one of them, that one first: a
 * navigation makes two requests of one route where routes load apart. Read as the digest counts
 * them.
 */
export function operationSpans(
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
