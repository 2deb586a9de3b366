import {
  type Artifact,
  type ArtifactKind,
  type Bundle,
  type BundleState,
  type UnmappedReason,
} from "#server/domain/artifact/artifact.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type { SeenAsset } from "#server/storage/artifacts/artifact-store.ts";
import { raw, type Sql } from "#server/storage/sql.ts";

export type BundleRow = {
  id: number;
  project_id: number;
  checksum: string;
  state: BundleState["state"];
  reason: string | null;
  release: string | null;
  dist: string | null;
  uploaded_by: string;
  uploaded_at: number;
  file_count: number;
  byte_length: number;
};

export const bundleColumns: Sql = raw(
  "id, project_id, checksum, state, reason, release, dist, uploaded_by, uploaded_at, file_count, byte_length",
);

export function bundleOf(row: BundleRow): Bundle {
  const {
    id,
    project_id,
    checksum,
    uploaded_by,
    uploaded_at,
    file_count,
    byte_length,
    release,
    dist,
  } = row;
  return {
    id,
    projectId: project_id as ProjectId,
    checksum,
    state: stateOf(row),
    uploadedBy: uploaded_by,
    uploadedAt: uploaded_at,
    fileCount: file_count,
    byteLength: byte_length,
    ...(release !== null && { release }),
    ...(dist !== null && { dist }),
  };
}

function stateOf({ state, reason }: BundleRow): BundleState {
  return state === "failed" ? { state, reason: reason ?? "" } : { state };
}

export type ArtifactRow = {
  id: number;
  bundle_id: number;
  kind: ArtifactKind;
  url: string;
  debug_id: string | null;
  source_map_url: string | null;
  byte_length: number;
};

export const artifactColumns: Sql = raw(
  "a.id, a.bundle_id, a.kind, a.url, a.debug_id, a.source_map_url, a.byte_length",
);

export function artifactOf({
  id,
  bundle_id,
  kind,
  url,
  debug_id,
  source_map_url,
  byte_length,
}: ArtifactRow): Artifact {
  return {
    id,
    bundleId: bundle_id,
    kind,
    url,
    byteLength: byte_length,
    ...(debug_id !== null && { debugId: debug_id }),
    ...(source_map_url !== null && { sourceMapUrl: source_map_url }),
  };
}

export type SeenAssetRow = {
  url: string;
  debug_id: string;
  release: string;
  outcome: string;
  frames: number;
  last_seen: number;
};

export function seenAssetOf(projectId: ProjectId, row: SeenAssetRow): SeenAsset {
  return {
    projectId,
    url: row.url,
    outcome: row.outcome as "mapped" | UnmappedReason,
    frames: row.frames,
    lastSeen: row.last_seen,
    ...(row.debug_id !== "" && { debugId: row.debug_id }),
    ...(row.release !== "" && { release: row.release }),
  };
}
