import { constants, zstdDecompressSync } from "node:zlib";

/**
 * The readable start of a frame of this many bytes: all of it, or up to the damage. Frames have no
 * checksum, so bytes may still be wrong: each body in it must be verified.
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

/** More than any pack or piece: a number in a damaged row can be anything. */
const mostRawBytes = 1 << 26;
