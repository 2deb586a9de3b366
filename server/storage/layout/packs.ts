import { promisify } from "node:util";
import { constants, zstdCompress, zstdDecompressSync } from "node:zlib";
import { giveBackBytes } from "#server/threads/give-back.ts";

/**
 * Several bodies in one zstd frame: events of one issue are nearly equal and compress to a fraction
 * of their separate sizes. A pack is read in full (0.5 ms per MiB), so its size is bounded; it is
 * also the window of level 3. Measured with 25 kB events of 20 issues, 64 per pack: level 1 takes
 * 1,671 bytes per event, level 3 1,547 in the same 25 µs, level 5 1,424 in 62 µs.
 */
export type Pack<Item> = {
  items: { item: Item; offset: number; length: number }[];
  rawBytes: number;
};

const mostItems = 256;
const mostRawBytes = 1 << 21;
const level = 3;

const compress = promisify(zstdCompress);

/** Cuts a list into packs in order: sort by similarity first. */
export function cutIntoPacks<Item extends { body: Uint8Array }>(items: Item[]): Pack<Item>[] {
  const packs: Pack<Item>[] = [];
  let open: Pack<Item> | undefined;
  for (const item of items) {
    const length = item.body.byteLength;
    if (!open || open.items.length === mostItems || open.rawBytes + length > mostRawBytes) {
      open = { items: [], rawBytes: 0 };
      packs.push(open);
    }
    open.items.push({ item, offset: open.rawBytes, length });
    open.rawBytes += length;
  }
  return packs;
}

/**
 * In order, two at a time. A pack takes 6 MB during compression: a large batch all at once peaked
 * 25 MiB higher.
 */
export async function framesOf(packs: Pack<{ body: Uint8Array }>[]): Promise<Uint8Array[]> {
  const frames: Uint8Array[] = [];
  const left = packs.entries();
  async function next(): Promise<void> {
    for (const [at, pack] of left) frames[at] = await frameOf(pack);
  }
  await Promise.all([next(), next()]);
  return frames;
}

/** Runs in another thread. */
export async function frameOf(pack: Pack<{ body: Uint8Array }>): Promise<Uint8Array> {
  const raw = Buffer.concat(pack.items.map(({ item }) => item.body));
  const frame = await compressed(raw);
  // Two megabytes per pack: left to the garbage collector, they caused 50% more collections.
  giveBackBytes(raw);
  return frame;
}

const compressed = (raw: Uint8Array): Promise<Uint8Array> =>
  compress(raw, {
    params: { [constants.ZSTD_c_compressionLevel]: level },
    chunkSize: outputChunkBytes,
    ...(raw.byteLength <= smallPackBytes && { pledgedSrcSize: raw.byteLength }),
  });

const outputChunkBytes = 1 << 17;
/**
 * For small packs, tables sized to them take a third of the time of a large pack's (20 kB: 110 µs
 * instead of 290).
 */
const smallPackBytes = 1 << 16;

/** One body of a frame. */
export function bodyIn(
  frame: Uint8Array,
  rawBytes: number,
  offset: number,
  length: number,
): string {
  return inflate(frame, rawBytes).toString("utf8", offset, offset + length);
}

/**
 * The frame with these bodies zeroed, which compresses to nothing, and all others at the same
 * positions; undefined if nothing else is left.
 */
export async function blanked(
  frame: Uint8Array,
  rawBytes: number,
  bodies: { offset: number; length: number }[],
): Promise<Uint8Array | undefined> {
  const raw = inflate(frame, rawBytes);
  for (const { offset, length } of bodies) raw.fill(0, offset, offset + length);
  return raw.every((byte) => byte === 0) ? undefined : compressed(raw);
}

/**
 * All bodies of a frame. `rawBytes` sizes the output buffer: growing it in steps costs more than
 * decompression.
 */
export function inflate(frame: Uint8Array, rawBytes: number): Buffer {
  return zstdDecompressSync(frame, { chunkSize: Math.max(rawBytes, 64) });
}
