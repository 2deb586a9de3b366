import type { ArtifactStore, SeenAsset } from "#server/storage/artifact-store.ts";
import { seenAssetOf, type SeenAssetRow } from "#server/storage/layout/artifact-rows.ts";
import type { Database } from "./database.ts";

// Always in this order: two that saw the same assets cannot wait for each other.
const upsert = `INSERT INTO asset_sightings (project_id, url, debug_id, release, outcome, frames, last_seen)
  SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[])
    AS seen(project_id, url, debug_id, release, outcome, frames, last_seen)
  ORDER BY project_id, url, debug_id, release
  ON CONFLICT (project_id, url, debug_id, release) DO UPDATE SET outcome = excluded.outcome,
    frames = asset_sightings.frames + excluded.frames,
    last_seen = greatest(asset_sightings.last_seen, excluded.last_seen)`;

/** Hashed names change with each build: of a project's assets the last so many are remembered. */
const assetsMax = 2_000;

const forgetOldest = `DELETE FROM asset_sightings WHERE project_id = $1 AND last_seen < (
  SELECT last_seen FROM asset_sightings WHERE project_id = $1 ORDER BY last_seen DESC LIMIT 1 OFFSET ${assetsMax})`;
const select = `SELECT url, debug_id, release, outcome, frames, last_seen FROM asset_sightings
  WHERE project_id = $1 ORDER BY frames DESC, url LIMIT $2`;

export function seenAssetStore({ query, transaction }: Database): Pick<ArtifactStore, "addSeenAssets" | "seenAssets"> {
  return {
    addSeenAssets: (seenAssets) =>
      transaction(async (query) => {
        const assets = onceEach(seenAssets);
        await query(
          upsert,
          assets.map(({ projectId }) => projectId),
          assets.map(({ url }) => url),
          assets.map(({ debugId }) => debugId ?? ""),
          assets.map(({ release }) => release ?? ""),
          assets.map(({ outcome }) => outcome),
          assets.map(({ frames }) => frames),
          assets.map(({ lastSeen }) => lastSeen),
        );
        const projectIds = new Set(assets.map(({ projectId }) => projectId));
        await Promise.all([...projectIds].map((projectId) => query(forgetOldest, projectId)));
      }),
    seenAssets: async (projectId, limit) =>
      (await query<SeenAssetRow>(select, projectId, limit)).map((row) => seenAssetOf(projectId, row)),
  };
}

/** One statement touches a row once: what was seen of the same asset is added up first. */
function onceEach(seenAssets: SeenAsset[]): SeenAsset[] {
  const assets = new Map<string, SeenAsset>();
  for (const seen of seenAssets) {
    const key = JSON.stringify([seen.projectId, seen.url, seen.debugId, seen.release]);
    const before = assets.get(key);
    const frames = seen.frames + (before?.frames ?? 0);
    assets.set(key, { ...seen, frames, lastSeen: Math.max(seen.lastSeen, before?.lastSeen ?? 0) });
  }
  return [...assets.values()];
}
