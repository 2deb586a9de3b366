import { zstdDecompressSync } from "node:zlib";
import type { ProjectId } from "#server/domain/ids.ts";
import { type Database, firstOf } from "#server/storage/database.ts";
import { decodeCursor, pageOf } from "#server/storage/layout/keyset.ts";
import { allOf, ifGiven, raw, type Sql, sql } from "#server/storage/sql.ts";
import type { ArtifactStore, Dist } from "./artifact-store.ts";
import {
  artifactColumns,
  artifactOf,
  type ArtifactRow,
  bundleColumns,
  bundleOf,
  type BundleRow,
} from "./rows.ts";

type BundleReads = Pick<
  ArtifactStore,
  "bundle" | "bundles" | "files" | "content" | "hasAny" | "bytesByProject" | "byDebugId" | "byUrl"
>;

const selectReady = sql`SELECT ${artifactColumns} FROM artifacts a
  JOIN bundles b ON b.project_id = a.project_id AND b.id = a.bundle_id AND b.state = 'ready'`;
const mostOfDebugId = 20;

export function bundleReads({ query }: Database): BundleReads {
  return {
    async bundle(projectId, id) {
      const row = await firstOf(
        query<BundleRow>(
          sql`SELECT ${bundleColumns} FROM bundles WHERE project_id = ${projectId} AND id = ${id}`,
        ),
      );
      return row && bundleOf(row);
    },
    async bundles(projectId, { release, cursor, limit }) {
      const [before] = decodeCursor<[number]>(cursor, ["integer"]) ?? [];
      const isAsked = allOf([
        ifGiven(release, (release) => sql`release = ${release}`),
        ifGiven(before, (before) => sql`id < ${before}`),
      ]);
      const rows = await query<BundleRow>(sql`SELECT ${bundleColumns} FROM bundles
        WHERE project_id = ${projectId} AND ${isAsked} ORDER BY id DESC LIMIT ${limit + 1}`);
      return pageOf(rows, limit, bundleOf, (last) => [last.id]);
    },
    async files(projectId, bundleId) {
      const rows = await query<ArtifactRow>(sql`SELECT ${artifactColumns} FROM artifacts a
        WHERE a.project_id = ${projectId} AND a.bundle_id = ${bundleId} ORDER BY a.url, a.id`);
      return rows.map(artifactOf);
    },
    async content(projectId, artifactId) {
      const row = await firstOf(
        query<{
          content: Uint8Array;
          byte_length: number;
        }>(sql`SELECT content, byte_length FROM artifacts
          WHERE project_id = ${projectId} AND id = ${artifactId}`),
      );
      return (
        row && zstdDecompressSync(row.content, { maxOutputLength: Math.max(1, row.byte_length) })
      );
    },
    async hasAny(projectId) {
      const rows = await query(
        sql`SELECT 1 FROM bundles WHERE project_id = ${projectId} AND state = 'ready' LIMIT 1`,
      );
      return rows.length > 0;
    },
    async bytesByProject() {
      const rows = await query<{ project_id: ProjectId; bytes: number }>(
        sql`SELECT project_id, sum(byte_length) AS bytes FROM bundles GROUP BY project_id`,
      );
      return rows.map(({ project_id, bytes }) => [project_id, bytes]);
    },
    async byDebugId(projectId, debugId) {
      const rows = await query<ArtifactRow>(sql`${selectReady}
        WHERE a.project_id = ${projectId} AND a.debug_id = ${debugId} ORDER BY a.id DESC LIMIT ${raw(mostOfDebugId)}`);
      return rows.map(artifactOf);
    },
    async byUrl(projectId, release, dist, url) {
      // Sorts matching dists before none: true sorts after false.
      const row = await firstOf(
        query<ArtifactRow>(sql`${selectReady}
          WHERE a.project_id = ${projectId} AND a.url = ${url} AND b.release = ${release} AND ${isOfDist(dist)}
          ORDER BY b.dist IS NOT NULL DESC, a.id DESC LIMIT 1`),
      );
      return row && artifactOf(row);
    },
  };
}

function isOfDist(dist: Dist): Sql {
  if (dist === null) return raw("true");
  return dist === undefined ? raw("b.dist IS NULL") : sql`(b.dist IS NULL OR b.dist = ${dist})`;
}
