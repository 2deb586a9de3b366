import type { AssetCheck } from "#server/domain/artifact/asset-check.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type { ArtifactStore, SeenAsset } from "#server/storage/artifacts/artifact-store.ts";
import { findUploaded, type Uploaded, uploadedFor } from "./find-map.ts";

type AssetChecks = {
  rows: AssetCheck[];
  /** Number of remembered files. */
  total: number;
  /** Of them, those mapped when last seen. */
  mapped: number;
  next?: string;
};

export type CheckAssets = (
  projectId: ProjectId,
  page: { cursor?: string; limit: number },
) => Promise<AssetChecks>;

type Reads = Pick<ArtifactStore, "seenAssets" | "byDebugId" | "byUrl" | "bundle">;

/** Maximum remembered per project (seen-assets.ts). */
const mostAssets = 2_000;

/**
 * Unmapped files first, then the most frequent. Looks up only the page's rows: each costs a few
 * reads.
 */
export function assetChecks(artifacts: Reads): CheckAssets {
  const find = findUploaded(artifacts);

  async function check(asset: SeenAsset): Promise<AssetCheck> {
    // The events' dists aren't remembered: any matches.
    const uploaded = await uploadedFor(find, { ...asset, dist: null }, asset);
    const bundle = uploaded && (await artifacts.bundle(asset.projectId, fileOf(uploaded).bundleId));
    const { projectId: _project, outcome: _before, ...seen } = asset;
    const now = outcomeNow(asset, uploaded, bundle?.uploadedAt);
    if (!bundle) return { ...seen, now };
    const { id, uploadedAt, uploadedBy } = bundle;
    return { ...seen, now, upload: { id, uploadedAt, uploadedBy } };
  }

  return async (projectId, { cursor, limit }) => {
    const all = (await artifacts.seenAssets(projectId, mostAssets)).toSorted(unmappedFirst);
    const start = cursor === undefined ? 0 : all.findIndex((each) => nameOf(each) === cursor) + 1;
    const rows = all.slice(start, start + limit);
    const mapped = all.filter(({ outcome }) => outcome === "mapped").length;
    const next = start + limit < all.length ? { next: nameOf(rows.at(-1)!) } : {};
    return { rows: await Promise.all(rows.map(check)), total: all.length, mapped, ...next };
  };
}

function outcomeNow(
  { outcome, lastSeen, debugId }: SeenAsset,
  uploaded: Uploaded | undefined,
  uploadedAt = 0,
): AssetCheck["now"] {
  if (!uploaded) return debugId === undefined ? "no-debug-id" : "no-bundle";
  if (uploaded.kind === "no-map") return "no-map";
  if (outcome === "mapped" || outcome === "no-position") return outcome;
  // An existing map that didn't work won't work now, but a new one may.
  const wasThere = outcome === "broken-map" || outcome === "not-in-map" || outcome === "unread";
  return wasThere && uploadedAt <= lastSeen ? outcome : "mapped-since";
}

const fileOf = (uploaded: Uploaded) => (uploaded.kind === "map" ? uploaded.map : uploaded.file);

function unmappedFirst(a: SeenAsset, b: SeenAsset): number {
  return Number(a.outcome === "mapped") - Number(b.outcome === "mapped") || b.frames - a.frames;
}

/** A unique key of a row, safe for addresses. */
const nameOf = ({ url, debugId = "", release = "" }: SeenAsset) =>
  JSON.stringify([url, debugId, release]);
