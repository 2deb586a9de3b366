import type { ArtifactStore } from "#server/storage/artifact-store.ts";
import type { Database } from "./database.ts";

const selectKnown = "SELECT digest FROM chunks WHERE digest = ANY($1::text[])";
const selectBytes = "SELECT digest, bytes FROM chunks WHERE digest = ANY($1::text[])";
const touch = "UPDATE chunks SET touched_at = greatest(touched_at, $2) WHERE digest = $1";
const upsert = `INSERT INTO chunks (digest, touched_at, bytes) VALUES ($1, $2, $3)
  ON CONFLICT (digest) DO UPDATE SET touched_at = greatest(chunks.touched_at, excluded.touched_at)`;

export function chunkStore({
  query,
}: Database): Pick<ArtifactStore, "missingChunks" | "putChunk" | "readChunks" | "evictChunks"> {
  return {
    async missingChunks(digests) {
      const known = new Set((await query<{ digest: string }>(selectKnown, digests)).map(({ digest }) => digest));
      return digests.filter((digest) => !known.has(digest));
    },
    async putChunk({ digest, bytes, at }) {
      // A chunk that is there is not sent once more only to be refused.
      if ((await query(touch, digest, at)).count === 0) await query(upsert, digest, at, bytes);
    },
    async readChunks(digests) {
      const rows = await query<{ digest: string; bytes: Uint8Array }>(selectBytes, digests);
      const bytesOf = new Map(rows.map(({ digest, bytes }) => [digest, bytes]));
      const chunks = digests.flatMap((digest) => bytesOf.get(digest) ?? []);
      return chunks.length === digests.length ? chunks : undefined;
    },
    evictChunks: async (before) => (await query("DELETE FROM chunks WHERE touched_at < $1", before)).count,
  };
}
