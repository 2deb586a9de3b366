import type { DatabaseSync } from "node:sqlite";
import type { ProjectId } from "#server/domain/ids.ts";
import type { ArtifactStore, SeenAsset } from "#server/storage/artifact-store.ts";
import { seenAssetOf, type SeenAssetRow } from "#server/storage/layout/artifact-rows.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

const upsert = `INSERT INTO asset_sightings (project_id, url, debug_id, release, outcome, frames, last_seen)
  VALUES (?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET outcome = excluded.outcome, frames = frames + excluded.frames,
    last_seen = max(last_seen, excluded.last_seen)`;

/** Hashed names change with each build: of a project's assets the last so many are remembered. */
const assetsMax = 2_000;

const forgetOldest = `DELETE FROM asset_sightings WHERE project_id = ?1 AND last_seen < (
  SELECT last_seen FROM asset_sightings WHERE project_id = ?1 ORDER BY last_seen DESC LIMIT 1 OFFSET ${assetsMax})`;

export function seenAssetStore(database: DatabaseSync, write: Write) {
  const see = prepare(database, upsert);
  const forget = prepare(database, forgetOldest);
  const list = prepare<SeenAssetRow>(
    database,
    `SELECT url, debug_id, release, outcome, frames, last_seen FROM asset_sightings WHERE project_id = ?
      ORDER BY frames DESC, url LIMIT ?`,
  );

  return {
    addSeenAssets: ((seenAssets) =>
      write(() => {
        for (const { projectId, url, debugId = "", release = "", outcome, frames, lastSeen } of seenAssets)
          see.run(projectId, url, debugId, release, outcome, frames, lastSeen);
        for (const projectId of new Set(seenAssets.map((each) => each.projectId))) forget.run(projectId);
      })) satisfies ArtifactStore["addSeenAssets"],
    seenAssets: (projectId: ProjectId, limit: number): SeenAsset[] =>
      list.all(projectId, limit).map((row) => seenAssetOf(projectId, row)),
  };
}
