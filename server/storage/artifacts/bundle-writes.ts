import { constants, zstdCompressSync } from "node:zlib";
import { type Database, firstOf, type Query } from "#server/storage/database.ts";
import { forUpdate, sql } from "#server/storage/sql.ts";
import type { ArtifactStore, BundleName, NewArtifact } from "./artifact-store.ts";
import { bundleColumns, bundleOf, type BundleRow } from "./rows.ts";

type BundleWrites = Pick<ArtifactStore, "openBundle" | "settleBundle" | "removeBundle">;

const params = { [constants.ZSTD_c_compressionLevel]: 3 };

export function bundleWrites({ query, transaction }: Database): BundleWrites {
  return {
    async openBundle({
      projectId,
      checksum,
      release = null,
      dist = null,
      uploadedBy,
      uploadedAt,
      byteLength,
    }) {
      // An existing row is updated to itself, so that RETURNING returns it in both cases.
      const insert = sql`INSERT INTO bundles
          (project_id, checksum, state, release, dist, uploaded_by, uploaded_at, byte_length)
        VALUES (${projectId}, ${checksum}, 'uploading', ${release}, ${dist}, ${uploadedBy}, ${uploadedAt}, ${byteLength})
        ON CONFLICT (project_id, checksum) DO UPDATE SET checksum = excluded.checksum RETURNING ${bundleColumns}`;
      return bundleOf((await firstOf(query<BundleRow>(insert)))!);
    },

    settleBundle: (bundle, state, files = []) =>
      transaction(async (query) => {
        const { projectId, id } = bundle;
        const isBundle = sql`project_id = ${projectId} AND id = ${id}`;
        const found = await firstOf(
          query<Pick<BundleRow, "state">>(
            sql`SELECT state FROM bundles WHERE ${isBundle}${forUpdate}`,
          ),
        );
        if (!found || found.state === "ready") return;
        // An interrupted assembly starts over.
        await query(
          sql`DELETE FROM artifacts WHERE project_id = ${projectId} AND bundle_id = ${id}`,
        );
        for (const file of files) await addFile(query, bundle, file);
        const byteLength = files.reduce((sum, { content }) => sum + content.byteLength, 0);
        const reason = state.state === "failed" ? state.reason : null;
        const length = byteLength > 0 ? sql`, byte_length = ${byteLength}` : sql``;
        await query(sql`UPDATE bundles SET state = ${state.state}, reason = ${reason}, file_count = ${files.length}${length}
          WHERE ${isBundle}`);
      }),

    async removeBundle(projectId, id) {
      await query(sql`DELETE FROM bundles WHERE project_id = ${projectId} AND id = ${id}`);
    },
  };
}

/**
 * One statement per file: compression takes longer than the round trip, and all files may exceed
 * one statement.
 */
async function addFile(
  query: Query,
  { projectId, id }: BundleName,
  file: NewArtifact,
): Promise<void> {
  const { kind, url, debugId = null, sourceMapUrl = null, content } = file;
  const frame = zstdCompressSync(content, { params });
  await query(sql`INSERT INTO artifacts
      (project_id, bundle_id, kind, url, debug_id, source_map_url, byte_length, content)
    VALUES (${projectId}, ${id}, ${kind}, ${url}, ${debugId}, ${sourceMapUrl}, ${content.byteLength}, ${frame})`);
}
