import { dayMs } from "#server/domain/time.ts";
import type { Store } from "#server/storage/store.ts";

/** Chunks are parts of uploads: a day after the last one asked for them, nobody will assemble them any more. */
export async function evictChunks({ artifacts }: Pick<Store, "artifacts">, now: number): Promise<number> {
  return artifacts.evictChunks(now - dayMs);
}
