import type { NewAttachment } from "#server/storage/attachments/attachment-store.ts";
import { attachmentValues, chunkCount, chunksOf } from "#server/storage/attachments/rows.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import { dayOf } from "#server/storage/postgres/days.ts";

// Chunk IDs of a file are consecutive: the holder of the project may count on.
const lastChunk =
  "SELECT coalesce(max(id), 0) AS id FROM attachment_chunks WHERE project_id = $1 AND day = $2";
const insert = `INSERT INTO attachments (day, project_id, event_id, digest, received_at, name, content_type, kind, byte_length,
    raster, preview, first_chunk, chunk_count)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
  ON CONFLICT (project_id, event_id, digest, day) DO NOTHING RETURNING id`;
const insertNumbered = insert.replace("(day,", "(id, day,").replace("VALUES (", "VALUES ($14, ");
const insertChunk =
  "INSERT INTO attachment_chunks (day, project_id, id, raw_bytes, bytes) VALUES ($1, $2, $3, $4, $5)";

/** Files of a move already have their numbers. */
type Numbered = NewAttachment & { id?: number };

/**
 * Writes the files of one batch piece by piece: each is compressed in another thread and written
 * before the next, so 100 MiB need 1 MiB of memory. Use in a transaction that holds the projects;
 * the partitions must exist.
 */
export async function writeAttachments(query: Query, attachments: Numbered[]): Promise<void> {
  for (const each of attachments) {
    const day = dayOf(each.at);
    const [last] = await query<{ id: number }>(lastChunk, each.projectId, day);
    const values = [day, ...attachmentValues(each), last!.id + 1, chunkCount(each.bytes)];
    const made = await (each.id === undefined
      ? query(insert, ...values)
      : query(insertNumbered, ...values, each.id));
    if (made.length === 0) continue;
    let id = last!.id;
    for await (const { raw_bytes, bytes } of chunksOf(each.bytes))
      await query(insertChunk, day, each.projectId, ++id, raw_bytes, bytes);
  }
}
