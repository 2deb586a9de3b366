import type { ArtifactStore, SeenAsset } from "#server/storage/artifacts/artifact-store.ts";

export type SeenAssets = { see(seenAssets: SeenAsset[]): void; flush(): Promise<void> };

/**
 * Limit between two writes, over all projects: five times the number stored per project. Names come
 * from senders: a flood of invented names (a million in five seconds would be 300 MB) is cut here,
 * and real ones arrive again.
 */
export const mostGathered = 10_000;

/**
 * Collects the status of assets and writes it periodically. It is for people who look for missing
 * source maps, and may be delayed.
 */
export function createSeenAssets(artifacts: Pick<ArtifactStore, "addSeenAssets">): SeenAssets {
  let gathered = new Map<string, SeenAsset>();

  function see(seenAssets: SeenAsset[]): void {
    for (const asset of seenAssets) {
      const { projectId, url, debugId = "", release = "" } = asset;
      const key = [projectId, url, debugId, release].join("\n");
      const known = gathered.get(key);
      if (!known && gathered.size >= mostGathered) continue;
      gathered.set(key, { ...asset, frames: (known?.frames ?? 0) + asset.frames });
    }
  }

  return {
    see,
    async flush() {
      if (gathered.size === 0) return;
      const written = [...gathered.values()];
      gathered = new Map();
      try {
        await artifacts.addSeenAssets(written);
      } catch (error) {
        // A failed write is repeated later.
        see(written);
        throw error;
      }
    },
  };
}
