import type { ArtifactStore, AssetSighting } from "#server/storage/artifact-store.ts";

export type Sightings = { see(sightings: AssetSighting[]): void; flush(): Promise<void> };

/**
 * So many between two flushes, of all projects: five times as many as are remembered of one. Names come from whoever sends events:
 * a flood of made-up ones (a million in five seconds would be 300 MB) is cut here, and those who are real come again.
 */
export const mostGathered = 10_000;

/** Gathers how assets fared and writes it down now and then: it is for people who look for a missing map, and may be late. */
export function createSightings(artifacts: Pick<ArtifactStore, "addSightings">): Sightings {
  let gathered = new Map<string, AssetSighting>();

  function see(sightings: AssetSighting[]): void {
    for (const sighting of sightings) {
      const { projectId, url, debugId = "", release = "" } = sighting;
      const key = [projectId, url, debugId, release].join("\n");
      const known = gathered.get(key);
      if (!known && gathered.size >= mostGathered) continue;
      gathered.set(key, { ...sighting, frames: (known?.frames ?? 0) + sighting.frames });
    }
  }

  return {
    see,
    async flush() {
      if (gathered.size === 0) return;
      const written = [...gathered.values()];
      gathered = new Map();
      try {
        await artifacts.addSightings(written);
      } catch (error) {
        // What the database does not take now it takes later.
        see(written);
        throw error;
      }
    },
  };
}
