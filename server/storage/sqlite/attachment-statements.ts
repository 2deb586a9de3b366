import type { DatabaseSync } from "node:sqlite";
import { prepare, type Statement } from "./statement.ts";

/** The statements of one day's file about attachments; `lastId` as in `event-statements.ts`. */
export type AttachmentStatements = {
  /** project, event, lastId, limit */
  list: Statement<AttachmentRow>;
  /** project, event, id, lastId */
  one: Statement<AttachmentRow>;
  /** project, event, digest, lastId */
  exists: Statement<{ found: 1 }>;
  chunk: Statement<ChunkRow>;
  insert: Statement<never>;
  insertChunk: Statement<never>;
  forget: Statement<never>;
  forgetChunks: Statement<never>;
};

export type AttachmentRow = {
  id: number;
  project_id: number;
  event_id: Uint8Array;
  received_at: number;
  name: string;
  content_type: string;
  kind: string;
  byte_length: number;
  raster: string | null;
  preview: string | null;
  first_chunk: number;
  chunk_count: number;
};

export type ChunkRow = { raw_bytes: number | null; bytes: Uint8Array };

const select = `SELECT id, project_id, event_id, received_at, name, content_type, kind, byte_length, raster, preview,
  first_chunk, chunk_count FROM attachments`;

export function attachmentStatements(database: DatabaseSync): AttachmentStatements {
  return {
    list: prepare(database, `${select} WHERE project_id = ? AND event_id = ? AND id <= ? ORDER BY id LIMIT ?`),
    one: prepare(database, `${select} WHERE project_id = ? AND event_id = ? AND id = ? AND id <= ?`),
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
    insertChunk: prepare(database, "INSERT INTO attachment_chunks (id, raw_bytes, bytes) VALUES (?, ?, ?)"),
    forget: prepare(database, "DELETE FROM attachments WHERE id > ?"),
    forgetChunks: prepare(database, "DELETE FROM attachment_chunks WHERE id > ?"),
  };
}
