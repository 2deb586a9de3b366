import type { AttachmentStore } from "#server/storage/attachments/attachment-store.ts";
import {
  attachmentColumns,
  attachmentOf,
  type AttachmentRow,
  attachmentTimes,
  type ChunkRow,
  contentOf,
} from "#server/storage/attachments/rows.ts";
import { idBytes } from "#server/storage/events/row.ts";
import type { Database, Query } from "#server/storage/postgres/database.ts";
import { type Day, dayOf } from "#server/storage/postgres/days.ts";

const mostOfEvent = 100;

const select = `SELECT ${attachmentColumns} FROM attachments
  WHERE project_id = $1 AND day = ANY($2::date[]) AND event_id = $3 ORDER BY id LIMIT ${mostOfEvent}`;
const selectOne = `SELECT ${attachmentColumns}, day FROM attachments WHERE project_id = $1 AND event_id = $2 AND id = $3`;
const selectChunk =
  "SELECT raw_bytes, bytes FROM attachment_chunks WHERE project_id = $1 AND day = $2 AND id = $3";

export function attachmentStore({ query }: Database): AttachmentStore {
  return {
    async list({ projectId, eventId, ...times }) {
      const days = attachmentTimes(times).map(dayOf);
      const rows = await query<AttachmentRow>(select, projectId, days, idBytes(eventId));
      return rows.map(attachmentOf);
    },
    async open(projectId, eventId, id) {
      const [row] = await query<AttachmentRow & { day: Day }>(
        selectOne,
        projectId,
        idBytes(eventId),
        id,
      );
      return row && { attachment: attachmentOf(row), chunks: () => chunksOf(query, row) };
    },
  };
}

async function* chunksOf(
  query: Query,
  row: AttachmentRow & { day: Day },
): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < row.chunk_count; at += 1) {
    const [chunk] = await query<ChunkRow>(
      selectChunk,
      row.project_id,
      row.day,
      row.first_chunk + at,
    );
    if (!chunk) return;
    yield contentOf(chunk);
  }
}
