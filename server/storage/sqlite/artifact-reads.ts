import type { DatabaseSync } from "node:sqlite";
import { zstdDecompressSync } from "node:zlib";
import type { Artifact, Bundle } from "#server/domain/artifact/artifact.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type { ArtifactStore, Dist } from "#server/storage/artifact-store.ts";
import {
  artifactColumns,
  artifactOf,
  type ArtifactRow,
  bundleColumns,
  bundleOf,
  type BundleRow,
} from "#server/storage/layout/artifact-rows.ts";
import { decodeCursor, encodeCursor } from "#server/storage/layout/keyset.ts";
import { prepare } from "./statement.ts";

/** The same promises as in `ArtifactStore`, answered at once. */
export type BundleReads = {
  bundle(projectId: ProjectId, id: number): Bundle | undefined;
  bundles(projectId: ProjectId, page: Parameters<ArtifactStore["bundles"]>[1]): { rows: Bundle[]; next?: string };
  files(projectId: ProjectId, bundleId: number): Artifact[];
  content(projectId: ProjectId, artifactId: number): Uint8Array | undefined;
  hasAny(projectId: ProjectId): boolean;
  bytesByProject(): [ProjectId, number][];
  byDebugId(projectId: ProjectId, debugId: string): Artifact[];
  byUrl(projectId: ProjectId, release: string, dist: Dist, url: string): Artifact | undefined;
};

const ready = "JOIN bundles b ON b.id = a.bundle_id AND b.state = 'ready'";
const debugIdFiles = 20;

export function bundleReads(database: DatabaseSync): BundleReads {
  const one = prepare<BundleRow>(database, `SELECT ${bundleColumns} FROM bundles WHERE project_id = ? AND id = ?`);
  const page = prepare<BundleRow>(
    database,
    `SELECT ${bundleColumns} FROM bundles WHERE project_id = ?1 AND (?2 IS NULL OR release = ?2) AND id < ?3
      ORDER BY id DESC LIMIT ?4`,
  );
  const files = prepare<ArtifactRow>(
    database,
    `SELECT ${artifactColumns} FROM artifacts a WHERE a.project_id = ? AND a.bundle_id = ? ORDER BY a.url, a.id`,
  );
  const content = prepare<{ content: Uint8Array; byte_length: number }>(
    database,
    "SELECT content, byte_length FROM artifacts WHERE project_id = ? AND id = ?",
  );
  const any = prepare(database, "SELECT 1 FROM bundles WHERE project_id = ? AND state = 'ready' LIMIT 1");
  const bytes = prepare<{ project_id: number; bytes: number }>(
    database,
    "SELECT project_id, sum(byte_length) AS bytes FROM bundles GROUP BY project_id",
  );
  const byDebugId = prepare<ArtifactRow>(
    database,
    `SELECT ${artifactColumns} FROM artifacts a ${ready} WHERE a.project_id = ? AND a.debug_id = ? ORDER BY a.id DESC LIMIT ${debugIdFiles}`,
  );
  // A dist of its own before none: true sorts after false.
  const byUrl = prepare<ArtifactRow>(
    database,
    `SELECT ${artifactColumns} FROM artifacts a ${ready} WHERE a.project_id = ?1 AND a.url = ?2 AND b.release = ?3
      AND (?5 OR b.dist IS NULL OR b.dist IS ?4) ORDER BY b.dist IS NOT NULL DESC, a.id DESC LIMIT 1`,
  );

  return {
    bundle(projectId, id) {
      const row = one.get(projectId, id);
      return row && bundleOf(row);
    },
    bundles(projectId, { release, cursor, limit }) {
      const [before] = decodeCursor<[number]>(cursor, ["integer"]) ?? [Number.MAX_SAFE_INTEGER];
      const rows = page.all(projectId, release ?? null, before, limit + 1);
      const shown = rows.slice(0, limit).map(bundleOf);
      return rows.length > limit ? { rows: shown, next: encodeCursor([shown.at(-1)!.id]) } : { rows: shown };
    },
    files: (projectId, bundleId) => files.all(projectId, bundleId).map(artifactOf),
    content(projectId, artifactId) {
      const row = content.get(projectId, artifactId);
      return row && zstdDecompressSync(row.content, { maxOutputLength: Math.max(1, row.byte_length) });
    },
    hasAny: (projectId) => any.get(projectId) !== undefined,
    bytesByProject: () => bytes.all().map(({ project_id, bytes }) => [project_id as ProjectId, bytes]),
    byDebugId: (projectId, debugId) => byDebugId.all(projectId, debugId).map(artifactOf),
    byUrl(projectId, release, dist, url) {
      const row = byUrl.get(projectId, url, release, dist ?? null, dist === null ? 1 : 0);
      return row && artifactOf(row);
    },
  };
}

/** What a folder without artifacts answers. */
export const noBundles: BundleReads & { seenAssets(): [] } = {
  bundle: () => undefined,
  bundles: () => ({ rows: [] }),
  files: () => [],
  content: () => undefined,
  hasAny: () => false,
  bytesByProject: () => [],
  byDebugId: () => [],
  byUrl: () => undefined,
  seenAssets: () => [],
};
