import type { DatabaseSync } from "node:sqlite";
import type { ArtifactStore } from "#server/storage/artifact-store.ts";
import { type ArtifactFile, artifactFile } from "./artifact-file.ts";
import { bundleReads, type BundleReads, noBundles } from "./artifact-reads.ts";
import { seenAssetStore } from "./seen-assets.ts";
import { type BundleWrites, bundleWrites } from "./bundle-writes.ts";
import { type ChunkStore, chunkStore } from "./chunks.ts";
import { writeQueue } from "./writing.ts";

type Opened = BundleReads & BundleWrites & ChunkStore & ReturnType<typeof seenAssetStore>;

/** A file of its own beside `spoor.db`; nothing is opened before it is asked for. */
export function artifactStore(folder: string, readonly: boolean): ArtifactStore & { close(): Promise<void> } {
  const file: ArtifactFile = artifactFile(folder, readonly);
  let opened: Opened | undefined;
  let idle = async () => {};

  function prepareAll(database: DatabaseSync): Opened {
    const queue = writeQueue(database);
    idle = queue.idle;
    return {
      ...bundleReads(database),
      ...bundleWrites(database, queue.write),
      ...chunkStore(database, queue.write),
      ...seenAssetStore(database, queue.write),
    };
  }

  function all(): Opened {
    const database = file.open();
    if (!database) throw new Error("There are no artifacts in this folder.");
    return (opened ??= prepareAll(database));
  }

  /** Looking into a folder without artifacts finds none, and makes no file. */
  const reads = (): BundleReads & Pick<Opened, "seenAssets"> => (file.exists() ? all() : noBundles);

  return {
    missingChunks: async (digests) => all().missingChunks(digests),
    putChunk: async (chunk) => all().putChunk(chunk),
    readChunks: async (digests) => all().readChunks(digests),
    evictChunks: async (before) => (file.exists() ? all().evictChunks(before) : 0),
    openBundle: async (bundle) => all().openBundle(bundle),
    settleBundle: async (bundle, state, files) => all().settleBundle(bundle, state, files),
    removeBundle: async (projectId, id) => all().removeBundle(projectId, id),
    addSeenAssets: async (seenAssets) => all().addSeenAssets(seenAssets),
    bundle: async (projectId, id) => reads().bundle(projectId, id),
    bundles: async (projectId, page) => reads().bundles(projectId, page),
    files: async (projectId, bundleId) => reads().files(projectId, bundleId),
    content: async (projectId, artifactId) => reads().content(projectId, artifactId),
    hasAny: async (projectId) => reads().hasAny(projectId),
    bytesByProject: async () => reads().bytesByProject(),
    byDebugId: async (projectId, debugId) => reads().byDebugId(projectId, debugId),
    byUrl: async (projectId, release, dist, url) => reads().byUrl(projectId, release, dist, url),
    seenAssets: async (projectId, limit) => reads().seenAssets(projectId, limit),
    async close() {
      await idle();
      file.close();
    },
  };
}
