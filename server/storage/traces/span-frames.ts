import { promisify } from "node:util";
import { constants, zstdCompress, zstdCompressSync, zstdDecompressSync } from "node:zlib";

export type PackRow = { raw_bytes: number; frame: Uint8Array };

/**
 * Level 1: measured on the spans of 80 traces a frame it takes 42.7 bytes a span for 0.6 µs, level
 * 3 42.5 for 0.8, level 5 41.1 for 2. A span costs 157 bytes where each trace has a frame of its
 * own, 46 with 40 in one, 40 with 160.
 */
const params = { [constants.ZSTD_c_compressionLevel]: 1 };
const outputChunkBytes = 1 << 16;

const compress = promisify(zstdCompress);

/** Off the calling thread. */
export const compressSpans = (raw: Uint8Array): Promise<Uint8Array> =>
  compress(raw, { params, chunkSize: outputChunkBytes });

export const compressSpansNow = (raw: Uint8Array): Uint8Array => zstdCompressSync(raw, { params });

/** `raw_bytes` sizes the output buffer: growing it step by step costs more than inflating. */
export const inflateSpans = ({ frame, raw_bytes }: PackRow): Uint8Array =>
  zstdDecompressSync(frame, { chunkSize: Math.max(raw_bytes, 64) });

/**
 * One buffer for what is compressed next: half a megabyte a batch, allocated again, kept the
 * collector busy for a quarter of the time. `begin` forgets what was laid into it, so all of it
 * must have been compressed by then.
 */
export type SpanBuffer = { begin(bytes: number): void; lay(parts: Uint8Array[]): Uint8Array };

export function spanBuffer(): SpanBuffer {
  let buffer = Buffer.alloc(0);
  let end = 0;
  return {
    begin(bytes) {
      end = 0;
      if (bytes > buffer.length || buffer.length > largestKept)
        buffer = Buffer.allocUnsafeSlow(bytes);
    },
    lay(parts) {
      const start = end;
      for (const part of parts) {
        buffer.set(part, end);
        end += part.length;
      }
      return buffer.subarray(start, end);
    },
  };
}

const largestKept = 8 << 20;
