import type { SpanId } from "#server/domain/ids.ts";

/**
 * Span IDs, concatenated: one string takes a tenth of the memory of a set, and is cheap to
 * transfer.
 */
export type SpanIds = {
  length: number;
  /** Sixteen hexadecimal digits per span. */ digits: string;
};

const digitsEach = 16;

export const noSpanIds: SpanIds = { length: 0, digits: "" };

export function spanIdsOf(ids: Iterable<SpanId>): SpanIds {
  const digits = [...ids].join("");
  return { length: digits.length / digitsEach, digits };
}

export const spanIdAt = ({ digits }: SpanIds, index: number): SpanId =>
  digits.slice(index * digitsEach, (index + 1) * digitsEach) as SpanId;

export function* eachSpanId(spans: SpanIds): Generator<SpanId> {
  for (let at = 0; at < spans.length; at++) yield spanIdAt(spans, at);
}

export const joinSpanIds = (a: SpanIds, b: SpanIds): SpanIds =>
  a.length === 0 ? b : { length: a.length + b.length, digits: a.digits + b.digits };
