import type { ArtifactStore, AssetSighting } from "#server/storage/artifact-store.ts";

export type Sightings = { see(sightings: AssetSighting[]): void; flush(): Promise<void> };

/** Gathers how assets fared and writes it down now and then: it is for people who look for a missing map, and may be late. */
export function createSightings(artifacts: Pick<ArtifactStore, "addSightings">): Sightings {
  let gathered = new Map<string, AssetSighting>();
  return {
    see(sightings) {
      for (const sighting of sightings) {
        const { projectId, url, debugId = "", release = "" } = sighting;
        const key = [projectId, url, debugId, release].join("\n");
        const frames = (gathered.get(key)?.frames ?? 0) + sighting.frames;
        gathered.set(key, { ...sighting, frames });
      }
    },
    async flush() {
      if (gathered.size === 0) return;
      const written = [...gathered.values()];
      gathered = new Map();
      await artifacts.addSightings(written);
    },
  };
}
