import type { PartPlace } from "./row.ts";

/** A part in a small pack, and its trace. */
export type SmallPart = PartPlace & { trace: number };

/**
 * At low traffic, a batch has one or two traces, and separate frames cost 157 bytes per span. Small
 * packs are therefore recorded with their batch, and gathered into large ones when batches are
 * folded: 43 bytes per span.
 */
export const smallPackBytes = 1 << 17;
/** Minimum number of packs. */
export const worthGathering = 8;

export const encodeSmallParts = (parts: SmallPart[]): string =>
  JSON.stringify(parts.map(({ trace, pack, offset, length }) => [trace, pack, offset, length]));

export function decodeSmallParts(text: string): SmallPart[] {
  const parts = JSON.parse(text) as [number, number, number, number][];
  return parts.map(([trace, pack, offset, length]) => ({ trace, pack, offset, length }));
}
