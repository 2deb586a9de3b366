import type { Bundle, UnmappedReason } from "#server/domain/artifact/artifact.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type { ArtifactStore, AssetSighting } from "#server/storage/artifact-store.ts";
import { findUploaded, type Uploaded, uploadedFor } from "./find-map.ts";

/** A file that browsers ran, and how its frames would fare now: what was uploaded since it was seen counts. */
export type AssetCheck = AssetSighting & {
  /** `mapped-since`: not when it was last seen, but with what is there now. */
  now: "mapped" | "mapped-since" | UnmappedReason;
  /** What there is of it, and who uploaded that. */
  upload?: Pick<Bundle, "id" | "uploadedAt" | "uploadedBy">;
};

export type AssetChecks = {
  rows: AssetCheck[];
  /** Of all that are remembered. */ total: number;
  mapped: number;
  next?: string;
};

export type CheckAssets = (projectId: ProjectId, page: { cursor?: string; limit: number }) => Promise<AssetChecks>;

type Reads = Pick<ArtifactStore, "sightings" | "byDebugId" | "byUrl" | "bundle">;

/** As many as are remembered of a project (asset-sightings.ts). */
const mostSightings = 2_000;

/** What was not mapped comes first, then the most frequent. Only the page's own rows are looked for: each costs a few reads. */
export function assetChecks(artifacts: Reads): CheckAssets {
  const find = findUploaded(artifacts);

  async function check(sighting: AssetSighting): Promise<AssetCheck> {
    // Of the events' dists nothing is remembered: any will do.
    const uploaded = await uploadedFor(find, { ...sighting, dist: null }, sighting);
    const bundle = uploaded && (await artifacts.bundle(sighting.projectId, fileOf(uploaded).bundleId));
    const now = outcomeNow(sighting, uploaded, bundle?.uploadedAt);
    if (!bundle) return { ...sighting, now };
    const { id, uploadedAt, uploadedBy } = bundle;
    return { ...sighting, now, upload: { id, uploadedAt, uploadedBy } };
  }

  return async (projectId, { cursor, limit }) => {
    const all = (await artifacts.sightings(projectId, mostSightings)).toSorted(unmappedFirst);
    const start = cursor === undefined ? 0 : all.findIndex((each) => nameOf(each) === cursor) + 1;
    const rows = all.slice(start, start + limit);
    const mapped = all.filter(({ outcome }) => outcome === "mapped").length;
    const next = start + limit < all.length ? { next: nameOf(rows.at(-1)!) } : {};
    return { rows: await Promise.all(rows.map(check)), total: all.length, mapped, ...next };
  };
}

function outcomeNow(
  { outcome, lastSeen, debugId }: AssetSighting,
  uploaded: Uploaded | undefined,
  uploadedAt = 0,
): AssetCheck["now"] {
  if (!uploaded) return debugId === undefined ? "no-debug-id" : "no-bundle";
  if (uploaded.kind === "no-map") return "no-map";
  if (outcome === "mapped" || outcome === "no-position") return outcome;
  // A map that was there and did not help helps no more; another one may.
  const wasThere = outcome === "broken-map" || outcome === "not-in-map";
  return wasThere && uploadedAt <= lastSeen ? outcome : "mapped-since";
}

const fileOf = (uploaded: Uploaded) => (uploaded.kind === "map" ? uploaded.map : uploaded.file);

function unmappedFirst(a: AssetSighting, b: AssetSighting): number {
  return Number(a.outcome === "mapped") - Number(b.outcome === "mapped") || b.frames - a.frames;
}

/** What tells a row from all others, fit for an address. */
const nameOf = ({ url, debugId = "", release = "" }: AssetSighting) => JSON.stringify([url, debugId, release]);
