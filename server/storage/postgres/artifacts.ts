import type { ArtifactStore } from "#server/storage/artifact-store.ts";
import { bundleReads } from "./artifact-reads.ts";
import { seenAssetStore } from "./seen-assets.ts";
import { bundleWrites } from "./bundle-writes.ts";
import { chunkStore } from "./chunks.ts";
import type { Database } from "./database.ts";

export function artifactStore(database: Database): ArtifactStore {
  return {
    ...bundleReads(database),
    ...bundleWrites(database),
    ...chunkStore(database),
    ...seenAssetStore(database),
  };
}
