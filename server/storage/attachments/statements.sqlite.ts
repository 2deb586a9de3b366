import type { DatabaseSync } from "node:sqlite";
import type { ChunkRow } from "#server/storage/attachments/rows.ts";
import { prepare, type Statement } from "#server/storage/sqlite/statement.ts";

/** Writes and moves of attachments in one day's file. `lastId` as in `events/statements.sqlite.ts`. */
export type AttachmentStatements = {
  /** project, event, digest, lastId */
  exists: Statement<{ found: 1 }>;
  chunk: Statement<ChunkRow>;
  insert: Statement<never>;
  insertChunk: Statement<never>;
  remove: Statement<never>;
  forget: Statement<never>;
  forgetChunks: Statement<never>;
};

export function attachmentStatements(database: DatabaseSync): AttachmentStatements {
  return {
    exists: prepare(
      database,
      "SELECT 1 AS found FROM attachments WHERE project_id = ? AND event_id = ? AND digest = ? AND id <= ?",
    ),
    chunk: prepare(database, "SELECT raw_bytes, bytes FROM attachment_chunks WHERE id = ?"),
    insert: prepare(
      database,
      `INSERT INTO attachments (id, project_id, event_id, digest, received_at, name, content_type, kind, byte_length,
        raster, preview, first_chunk, chunk_count) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    insertChunk: prepare(
      database,
      "INSERT INTO attachment_chunks (id, raw_bytes, bytes) VALUES (?, ?, ?)",
    ),
    remove: prepare(database, "DELETE FROM attachments WHERE id = ?"),
    forget: prepare(database, "DELETE FROM attachments WHERE id > ?"),
    forgetChunks: prepare(database, "DELETE FROM attachment_chunks WHERE id > ?"),
  };
}
