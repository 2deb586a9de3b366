import { countOf, type Database } from "#server/storage/database.ts";
import { greatest, isAnyText, raw, sql } from "#server/storage/sql.ts";
import type { ArtifactStore } from "./artifact-store.ts";
import { bundleReads } from "./bundle-reads.ts";
import { bundleWrites } from "./bundle-writes.ts";
import { seenAssetStore } from "./seen-assets.ts";

export const artifactStore = (database: Database): ArtifactStore => ({
  ...bundleReads(database),
  ...bundleWrites(database),
  ...chunkStore(database),
  ...seenAssetStore(database),
});

type ChunkStore = Pick<ArtifactStore, "missingChunks" | "putChunk" | "readChunks" | "evictChunks">;

function chunkStore({ query }: Database): ChunkStore {
  return {
    async missingChunks(digests) {
      const rows = await query<{ digest: string }>(
        sql`SELECT digest FROM chunks WHERE ${isAnyText(raw("digest"), digests)}`,
      );
      const known = new Set(rows.map(({ digest }) => digest));
      return digests.filter((digest) => !known.has(digest));
    },
    async putChunk({ digest, bytes, at }) {
      // An existing chunk is touched instead of being sent and rejected.
      const touched =
        query(sql`UPDATE chunks SET touched_at = ${greatest(raw("touched_at"), sql`${at}`)}
        WHERE digest = ${digest}`);
      if ((await countOf(touched)) > 0) return;
      const latest = greatest(raw("chunks.touched_at"), raw("excluded.touched_at"));
      await query(sql`INSERT INTO chunks (digest, touched_at, bytes) VALUES (${digest}, ${at}, ${bytes})
        ON CONFLICT (digest) DO UPDATE SET touched_at = ${latest}`);
    },
    async readChunks(digests) {
      const rows = await query<{ digest: string; bytes: Uint8Array }>(
        sql`SELECT digest, bytes FROM chunks WHERE ${isAnyText(raw("digest"), digests)}`,
      );
      const bytesOf = new Map(rows.map(({ digest, bytes }) => [digest, bytes]));
      const chunks = digests.flatMap((digest) => bytesOf.get(digest) ?? []);
      return chunks.length === digests.length ? chunks : undefined;
    },
    evictChunks: (before) => countOf(query(sql`DELETE FROM chunks WHERE touched_at < ${before}`)),
  };
}
