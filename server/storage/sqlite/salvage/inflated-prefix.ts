import { constants, zstdDecompressSync } from "node:zlib";

/**
 * What can be read of a frame of so many bytes, from its beginning: all of it, or what comes before
 * the damage. Frames have no checksum, so that bytes may be wrong all the same: each body that is
 * cut from it has to be checked.
 */
export function inflatedPrefix(frame: Uint8Array, rawBytes: number): Buffer {
  if (rawBytes < 0 || rawBytes > mostRawBytes) return Buffer.alloc(0);
  try {
    return zstdDecompressSync(frame, {
      chunkSize: Math.max(rawBytes, 64),
      finishFlush: constants.ZSTD_e_continue,
      maxOutputLength: Math.max(rawBytes, 64),
    });
  } catch {
    return Buffer.alloc(0);
  }
}

/** More than any pack or piece has: a number in a damaged row can be anything. */
const mostRawBytes = 1 << 26;
