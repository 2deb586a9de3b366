import { constants, zstdCompressSync } from "node:zlib";
import type { ArtifactStore, BundleName, NewArtifact } from "#server/storage/artifact-store.ts";
import { bundleColumns, bundleOf, type BundleRow } from "#server/storage/layout/artifact-rows.ts";
import type { Database, Query } from "./database.ts";

export type BundleWrites = Pick<ArtifactStore, "openBundle" | "settleBundle" | "removeBundle">;

// One that is there is changed to what it is: of both cases the row comes back.
const openBundle = `INSERT INTO bundles
    (project_id, checksum, state, release, dist, uploaded_by, uploaded_at, byte_length)
  VALUES ($1, $2, 'uploading', $3, $4, $5, $6, $7)
  ON CONFLICT (project_id, checksum) DO UPDATE SET checksum = excluded.checksum RETURNING ${bundleColumns}`;
const lockBundle = "SELECT state FROM bundles WHERE project_id = $1 AND id = $2 FOR UPDATE";
const clearBundle = "DELETE FROM artifacts WHERE project_id = $1 AND bundle_id = $2";
const insertFiles = `INSERT INTO artifacts
    (project_id, bundle_id, kind, url, debug_id, source_map_url, byte_length, content)
  SELECT $1, $2, * FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::bytea[])`;
const moveBundle = `UPDATE bundles SET state = $3, reason = $4, file_count = $5,
    byte_length = CASE WHEN $6 > 0 THEN $6 ELSE byte_length END
  WHERE project_id = $1 AND id = $2`;
const removeBundle = "DELETE FROM bundles WHERE project_id = $1 AND id = $2";

const params = { [constants.ZSTD_c_compressionLevel]: 3 };
/** As sent, twice as long: bytes go as hexadecimal text. */
const bytesPerStatement = 8 << 20;

type Compressed = Omit<NewArtifact, "content"> & { byteLength: number; frame: Uint8Array };

export function bundleWrites({ query, transaction }: Database): BundleWrites {
  return {
    async openBundle({ projectId, checksum, release = null, dist = null, uploadedBy, uploadedAt, byteLength }) {
      const values = [projectId, checksum, release, dist, uploadedBy, uploadedAt, byteLength];
      return bundleOf((await query<BundleRow>(openBundle, ...values))[0]!);
    },

    settleBundle: (bundle, state, files = []) =>
      transaction(async (query) => {
        const { projectId, id } = bundle;
        const [found] = await query<Pick<BundleRow, "state">>(lockBundle, projectId, id);
        if (!found || found.state === "ready") return;
        // An assembly that was cut short is begun anew.
        await query(clearBundle, projectId, id);
        for (const some of inStatements(files)) await addFiles(query, bundle, some);
        const byteLength = files.reduce((sum, { content }) => sum + content.byteLength, 0);
        const reason = state.state === "failed" ? state.reason : null;
        await query(moveBundle, projectId, id, state.state, reason, files.length, byteLength);
      }),

    removeBundle: async (projectId, id) => void (await query(removeBundle, projectId, id)),
  };
}

/** Compressed, a few at a time: all of a bundle's may be too much for one statement. */
function* inStatements(files: NewArtifact[]): Iterable<Compressed[]> {
  let some: Compressed[] = [];
  let bytes = 0;
  for (const { content, ...file } of files) {
    const frame = zstdCompressSync(content, { params });
    some.push({ ...file, byteLength: content.byteLength, frame });
    bytes += frame.byteLength;
    if (bytes < bytesPerStatement) continue;
    yield some;
    [some, bytes] = [[], 0];
  }
  if (some.length > 0) yield some;
}

const addFiles = (query: Query, { projectId, id }: BundleName, files: Compressed[]) =>
  query(
    insertFiles,
    projectId,
    id,
    files.map(({ kind }) => kind),
    files.map(({ url }) => url),
    files.map(({ debugId }) => debugId ?? null),
    files.map(({ sourceMapUrl }) => sourceMapUrl ?? null),
    files.map(({ byteLength }) => byteLength),
    files.map(({ frame }) => frame),
  );
