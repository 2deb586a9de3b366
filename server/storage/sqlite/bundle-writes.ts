import type { DatabaseSync } from "node:sqlite";
import { constants, zstdCompressSync } from "node:zlib";
import type { ArtifactStore } from "#server/storage/artifact-store.ts";
import { bundleColumns, bundleOf, type BundleRow } from "#server/storage/layout/artifact-rows.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

export type BundleWrites = Pick<ArtifactStore, "openBundle" | "settleBundle" | "removeBundle">;

const insertBundle = `INSERT INTO bundles (project_id, checksum, state, release, dist, uploaded_by, uploaded_at, byte_length)
  VALUES (?, ?, 'uploading', ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`;
const insertFile = `INSERT INTO artifacts (bundle_id, project_id, kind, url, debug_id, source_map_url, byte_length, content)
  SELECT id, project_id, ?2, ?3, ?4, ?5, ?6, ?7 FROM bundles WHERE id = ?1`;
const moveBundle = `UPDATE bundles SET state = ?1, reason = ?2, file_count = ?3, byte_length = iif(?4 > 0, ?4, byte_length)
  WHERE id = ?5`;
const params = { [constants.ZSTD_c_compressionLevel]: 3 };

export function bundleWrites(database: DatabaseSync, write: Write): BundleWrites {
  const insert = prepare(database, insertBundle);
  const find = prepare<BundleRow>(
    database,
    `SELECT ${bundleColumns} FROM bundles WHERE project_id = ? AND checksum = ?`,
  );
  const stateOf = prepare<Pick<BundleRow, "state">>(database, "SELECT state FROM bundles WHERE id = ?");
  const move = prepare(database, moveBundle);
  const clear = prepare(database, "DELETE FROM artifacts WHERE bundle_id = ?");
  const addFile = prepare(database, insertFile);
  const remove = prepare(database, "DELETE FROM bundles WHERE project_id = ? AND id = ?");

  return {
    openBundle: (bundle) =>
      write(() => {
        const { projectId, checksum, release = null, dist = null, uploadedBy, uploadedAt, byteLength } = bundle;
        insert.run(projectId, checksum, release, dist, uploadedBy, uploadedAt, byteLength);
        return bundleOf(find.get(projectId, checksum)!);
      }),

    settleBundle: ({ id }, state, files = []) =>
      write(() => {
        if (stateOf.get(id)?.state === "ready") return;
        // An assembly that was cut short is begun anew.
        clear.run(id);
        for (const { kind, url, debugId = null, sourceMapUrl = null, content } of files) {
          const frame = zstdCompressSync(content, { params });
          addFile.run(id, kind, url, debugId, sourceMapUrl, content.byteLength, frame);
        }
        const byteLength = files.reduce((sum, { content }) => sum + content.byteLength, 0);
        move.run(state.state, state.state === "failed" ? state.reason : null, files.length, byteLength, id);
      }),

    async removeBundle(projectId, id) {
      await write(() => void remove.run(projectId, id));
      database.exec("PRAGMA incremental_vacuum");
    },
  };
}
