import { zstdDecompressSync } from "node:zlib";
import type { ProjectId } from "#server/domain/ids.ts";
import type { ArtifactStore } from "#server/storage/artifact-store.ts";
import {
  artifactColumns,
  artifactOf,
  type ArtifactRow,
  bundleColumns,
  bundleOf,
  type BundleRow,
} from "#server/storage/layout/artifact-rows.ts";
import { decodeCursor, encodeCursor } from "#server/storage/layout/keyset.ts";
import type { Database } from "./database.ts";

export type BundleReads = Pick<
  ArtifactStore,
  "bundle" | "bundles" | "files" | "content" | "hasAny" | "bytesByProject" | "byDebugId" | "byUrl"
>;

type ContentRow = { content: Uint8Array; byte_length: number };

const ready = "JOIN bundles b ON b.project_id = a.project_id AND b.id = a.bundle_id AND b.state = 'ready'";
const debugIdFiles = 20;

const selectBundle = `SELECT ${bundleColumns} FROM bundles WHERE project_id = $1 AND id = $2`;
const selectPage = `SELECT ${bundleColumns} FROM bundles
  WHERE project_id = $1 AND ($2::text IS NULL OR release = $2) AND id < $3 ORDER BY id DESC LIMIT $4`;
const selectFiles = `SELECT ${artifactColumns} FROM artifacts a
  WHERE a.project_id = $1 AND a.bundle_id = $2 ORDER BY a.url, a.id`;
const selectContent = "SELECT content, byte_length FROM artifacts WHERE project_id = $1 AND id = $2";
const selectAny = "SELECT 1 FROM bundles WHERE project_id = $1 AND state = 'ready' LIMIT 1";
const sumBytes = "SELECT project_id, sum(byte_length)::bigint AS bytes FROM bundles GROUP BY project_id";
const selectByDebugId = `SELECT ${artifactColumns} FROM artifacts a ${ready}
  WHERE a.project_id = $1 AND a.debug_id = $2 ORDER BY a.id DESC LIMIT ${debugIdFiles}`;
// A dist of its own before none: true sorts after false.
const selectByUrl = `SELECT ${artifactColumns} FROM artifacts a ${ready}
  WHERE a.project_id = $1 AND a.url = $2 AND b.release = $3 AND ($5 = 1 OR b.dist IS NULL OR b.dist = $4)
  ORDER BY b.dist IS NOT NULL DESC, a.id DESC LIMIT 1`;

export function bundleReads({ query }: Database): BundleReads {
  return {
    async bundle(projectId, id) {
      const [row] = await query<BundleRow>(selectBundle, projectId, id);
      return row && bundleOf(row);
    },
    async bundles(projectId, { release, cursor, limit }) {
      const [before] = decodeCursor<[number]>(cursor, ["integer"]) ?? [Number.MAX_SAFE_INTEGER];
      const rows = await query<BundleRow>(selectPage, projectId, release ?? null, before, limit + 1);
      const shown = rows.slice(0, limit).map(bundleOf);
      return rows.length > limit ? { rows: shown, next: encodeCursor([shown.at(-1)!.id]) } : { rows: shown };
    },
    files: async (projectId, bundleId) => (await query<ArtifactRow>(selectFiles, projectId, bundleId)).map(artifactOf),
    async content(projectId, artifactId) {
      const [row] = await query<ContentRow>(selectContent, projectId, artifactId);
      return row && zstdDecompressSync(row.content, { maxOutputLength: Math.max(1, row.byte_length) });
    },
    hasAny: async (projectId) => (await query(selectAny, projectId)).length > 0,
    async bytesByProject() {
      const rows = await query<{ project_id: ProjectId; bytes: number }>(sumBytes);
      return rows.map(({ project_id, bytes }) => [project_id, bytes]);
    },
    byDebugId: async (projectId, debugId) =>
      (await query<ArtifactRow>(selectByDebugId, projectId, debugId)).map(artifactOf),
    async byUrl(projectId, release, dist, url) {
      const whichever = dist === null ? 1 : 0;
      const [row] = await query<ArtifactRow>(selectByUrl, projectId, url, release, dist ?? null, whichever);
      return row && artifactOf(row);
    },
  };
}
