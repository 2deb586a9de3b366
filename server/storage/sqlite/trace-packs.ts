import { inflateSpans, type PackRow } from "#server/storage/layout/span-frames.ts";
import type { Day } from "./day-file.ts";

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
