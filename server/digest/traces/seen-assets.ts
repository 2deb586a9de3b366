import type { ArtifactStore, SeenAsset } from "#server/storage/artifacts/artifact-store.ts";

export type SeenAssets = { see(seenAssets: SeenAsset[]): void; flush(): Promise<void> };

/**
 * So many between two flushes, of all projects: five times as many as are remembered of one. Names
 * come from senders: a flood of made-up ones (a million in five seconds would be 300 MB) is cut
 * here, and those who are real come again.
 */
export const mostGathered = 10_000;

/**
 * Gathers how assets fared and writes it down now and then: it is for people who look for a missing
 * map, and may be late.
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
        // What the database does not take now it takes later.
        see(written);
        throw error;
      }
    },
  };
}
