import type { Database, Query } from "#server/storage/database.ts";
import { greatest, raw, rowsOf, sql } from "#server/storage/sql.ts";
import type { ArtifactStore, SeenAsset } from "./artifact-store.ts";
import { seenAssetOf, type SeenAssetRow } from "./rows.ts";

/** Number of assets stored per project, newest first: hashed names change with each build. */
const mostAssets = 2_000;
/** Of up to 10,000 assets: a SQLite statement allows at most 32,766 parameters. */
const rowsPerStatement = 100;

const columns = {
  project_id: "bigint",
  url: "text",
  debug_id: "text",
  release: "text",
  outcome: "text",
  frames: "bigint",
  last_seen: "bigint",
} as const;
const names = raw(Object.keys(columns).join(", "));

export function seenAssetStore({
  query,
  transaction,
}: Database): Pick<ArtifactStore, "addSeenAssets" | "seenAssets"> {
  return {
    addSeenAssets: (seenAssets) =>
      transaction(async (query) => {
        const rows = onceEach(seenAssets).map(rowOf);
        for (let at = 0; at < rows.length; at += rowsPerStatement)
          await add(query, rows.slice(at, at + rowsPerStatement));
        for (const projectId of new Set(seenAssets.map((each) => each.projectId)))
          await forgetOldest(query, projectId);
      }),
    async seenAssets(projectId, limit) {
      const rows = await query<SeenAssetRow>(sql`SELECT ${names} FROM asset_sightings
        WHERE project_id = ${projectId} ORDER BY frames DESC, url LIMIT ${limit}`);
      return rows.map((row) => seenAssetOf(projectId, row));
    },
  };
}

type Row = (string | number)[];

const rowOf = ({
  projectId,
  url,
  debugId = "",
  release = "",
  outcome,
  frames,
  lastSeen,
}: SeenAsset): Row => [projectId, url, debugId, release, outcome, frames, lastSeen];

async function add(query: Query, rows: Row[]): Promise<void> {
  const latest = greatest(raw("asset_sightings.last_seen"), raw("excluded.last_seen"));
  await query(sql`INSERT INTO asset_sightings (${names}) SELECT ${names} FROM ${rowsOf(columns, rows)} WHERE true
    ON CONFLICT (project_id, url, debug_id, release) DO UPDATE SET outcome = excluded.outcome,
      frames = asset_sightings.frames + excluded.frames, last_seen = ${latest}`);
}

const forgetOldest = (query: Query, projectId: number) =>
  query(sql`DELETE FROM asset_sightings WHERE project_id = ${projectId} AND last_seen < (
    SELECT last_seen FROM asset_sightings WHERE project_id = ${projectId}
      ORDER BY last_seen DESC LIMIT 1 OFFSET ${raw(mostAssets)})`);

/**
 * Sums entries of the same asset, because a statement may touch a row once. Sorted, so that two
 * processes can't deadlock.
 */
function onceEach(seenAssets: SeenAsset[]): SeenAsset[] {
  const assets = new Map<string, SeenAsset>();
  for (const seen of seenAssets) {
    const key = JSON.stringify([seen.projectId, seen.url, seen.debugId, seen.release]);
    const before = assets.get(key);
    const frames = seen.frames + (before?.frames ?? 0);
    assets.set(key, { ...seen, frames, lastSeen: Math.max(seen.lastSeen, before?.lastSeen ?? 0) });
  }
  return [...assets].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, asset]) => asset);
}
