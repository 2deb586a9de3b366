import type { DatabaseSync } from "node:sqlite";
import type { ArtifactStore } from "#server/storage/artifact-store.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

export type ChunkStore = Pick<ArtifactStore, "putChunk" | "evictChunks"> & {
  missingChunks(digests: string[]): string[];
  readChunks(digests: string[]): Uint8Array[] | undefined;
};

const upsert = `INSERT INTO chunks (digest, touched_at, bytes) VALUES (?, ?, ?)
  ON CONFLICT DO UPDATE SET touched_at = max(touched_at, excluded.touched_at)`;

export function chunkStore(database: DatabaseSync, write: Write): ChunkStore {
  const has = prepare(database, "SELECT 1 FROM chunks WHERE digest = ?");
  const put = prepare(database, upsert);
  const read = prepare<{ bytes: Uint8Array }>(database, "SELECT bytes FROM chunks WHERE digest = ?");
  const evict = prepare(database, "DELETE FROM chunks WHERE touched_at < ?");

  return {
    missingChunks: (digests) => digests.filter((digest) => has.get(digest) === undefined),
    putChunk: ({ digest, bytes, at }) => write(() => void put.run(digest, at, bytes)),
    readChunks(digests) {
      const chunks = digests.flatMap((digest) => read.get(digest)?.bytes ?? []);
      return chunks.length === digests.length ? chunks : undefined;
    },
    async evictChunks(before) {
      const gone = await write(() => evict.run(before));
      if (gone > 0) database.exec("PRAGMA incremental_vacuum");
      return gone;
    },
  };
}
