import type { PartPlace } from "./row.ts";

/** A part in a pack that is small, and whose it is. */
export type SmallPart = PartPlace & { trace: number };

/**
 * Where little arrives, a batch is a trace or two, and a frame of its own costs it 157 bytes a
 * span. So small packs are noted with their batch, and gathered into large ones when the batches
 * are folded: 43 bytes a span.
 */
export const smallPackBytes = 1 << 17;
/** As many packs at least. */
export const worthGathering = 8;

export const encodeSmallParts = (parts: SmallPart[]): string =>
  JSON.stringify(parts.map(({ trace, pack, offset, length }) => [trace, pack, offset, length]));

export function decodeSmallParts(text: string): SmallPart[] {
  const parts = JSON.parse(text) as [number, number, number, number][];
  return parts.map(([trace, pack, offset, length]) => ({ trace, pack, offset, length }));
}
