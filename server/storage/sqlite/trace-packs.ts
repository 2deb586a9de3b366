import { promisify } from "node:util";
import { constants, zstdCompress, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { Day } from "./day-file.ts";
import type { PackRow } from "./trace-statements.ts";

/**
 * Level 1: measured on the spans of 80 traces a frame it takes 42.7 bytes a span for 0.6 µs, level 3 42.5 for 0.8, level
 * 5 41.1 for 2. A span costs 157 bytes where each trace has a frame of its own, 46 with 40 in one, 40 with 160.
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
 * One buffer for what is compressed next: half a megabyte a batch, allocated anew, kept the collector busy for a quarter
 * of the time. `begin` forgets what was laid into it, so all of it must have been compressed by then.
 */
export function spanBuffer(): { begin(bytes: number): void; lay(parts: Uint8Array[]): Uint8Array } {
  let buffer = Buffer.alloc(0);
  let end = 0;
  return {
    begin(bytes) {
      end = 0;
      if (bytes > buffer.length || buffer.length > largestKept) buffer = Buffer.allocUnsafeSlow(bytes);
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

/** Packs as they were before compression, those read last: neighbours in a list, and in a trace, often share one. */
export type RawPacks = {
  get(day: Day, pack: number, read: () => PackRow | undefined): Uint8Array | undefined;
  clear(): void;
};

const mostBytes = 16 << 20;

export function rawPacks(): RawPacks {
  // Insertion order is order of use.
  const kept = new Map<string, Uint8Array>();
  let bytes = 0;

  function put(key: string, raw: Uint8Array): void {
    kept.set(key, raw);
    bytes += raw.length;
    for (const [oldest, { length }] of kept) {
      if (bytes <= mostBytes) return;
      kept.delete(oldest);
      bytes -= length;
    }
  }

  return {
    get(day, pack, read) {
      const key = `${day}:${pack}`;
      const hit = kept.get(key);
      if (hit) {
        kept.delete(key);
        kept.set(key, hit);
        return hit;
      }
      const row = read();
      if (!row) return undefined;
      const raw = inflateSpans(row);
      put(key, raw);
      return raw;
    },
    clear() {
      kept.clear();
      bytes = 0;
    },
  };
}
