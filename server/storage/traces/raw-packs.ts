import { inflateSpans, type PackRow } from "./span-frames.ts";

/** Recently read packs, decompressed: neighbors in a list, and in a trace, often share one. */
export type RawPacks = {
  get(name: string): Uint8Array | undefined;
  /** Decompresses it, and caches it by that name. */
  keep(name: string, row: PackRow): Uint8Array;
  clear(): void;
};

const mostBytes = 16 << 20;

export function rawPacks(): RawPacks {
  // Insertion order is usage order.
  const kept = new Map<string, Uint8Array>();
  let bytes = 0;

  function put(name: string, raw: Uint8Array): void {
    bytes += raw.length - (kept.get(name)?.length ?? 0);
    kept.set(name, raw);
    for (const [oldest, { length }] of kept) {
      if (bytes <= mostBytes) return;
      kept.delete(oldest);
      bytes -= length;
    }
  }

  return {
    get(name) {
      const hit = kept.get(name);
      if (!hit) return undefined;
      kept.delete(name);
      kept.set(name, hit);
      return hit;
    },
    keep(name, row) {
      const raw = inflateSpans(row);
      put(name, raw);
      return raw;
    },
    clear() {
      kept.clear();
      bytes = 0;
    },
  };
}
