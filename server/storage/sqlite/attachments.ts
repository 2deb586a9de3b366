import { zstdDecompressSync } from "node:zlib";
import type { Attachment, RasterType } from "#server/domain/attachment/attachment.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import { dayMs } from "#server/domain/ledger.ts";
import type { AttachmentStore } from "#server/storage/attachment-store.ts";
import type { AttachmentRow, ChunkRow } from "./attachment-statements.ts";
import { lastIdOf } from "./batch-ids.ts";
import type { Day } from "./day-file.ts";
import { type DayFiles, dayOf } from "./day-files.ts";
import { idBytes, idText } from "#server/storage/layout/event-row.ts";
import { opened } from "./event-days.ts";

const mostOfEvent = 100;

/** A file may come just before or after what it belongs to, on the other side of midnight. */
const daysAround = (at: number): Day[] => [dayOf(at - dayMs), dayOf(at), dayOf(at + dayMs)];

export function attachmentStore(files: DayFiles, committedBatch: () => number): AttachmentStore {
  const lastId = () => lastIdOf(committedBatch());
  return {
    async list({ projectId, eventId, receivedAt }) {
      const around = daysAround(receivedAt);
      const days = files.days().filter((day) => around.includes(day));
      const asked = [projectId, idBytes(eventId), lastId(), mostOfEvent] as const;
      const rows = [...opened(files, days)].flatMap((file) => file.attachments.list.all(...asked));
      return rows
        .map(attachmentOf)
        .toSorted((a, b) => a.id - b.id)
        .slice(0, mostOfEvent);
    },
    async open(projectId, eventId, id) {
      const asked = [projectId, idBytes(eventId), id, lastId()] as const;
      for (const file of opened(files, files.days())) {
        const row = file.attachments.one.get(...asked);
        if (row) return { attachment: attachmentOf(row), chunks: () => chunksOf(files, file.day, row) };
      }
      return undefined;
    },
  };
}

/** The file is asked for anew each time: others may have closed it since. */
async function* chunksOf(files: DayFiles, day: Day, row: AttachmentRow): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < row.chunk_count; at += 1) {
    const chunk = files.open(day)?.attachments.chunk.get(row.first_chunk + at);
    if (!chunk) return;
    yield contentOf(chunk);
  }
}

const contentOf = ({ raw_bytes, bytes }: ChunkRow): Uint8Array =>
  raw_bytes === null ? bytes : zstdDecompressSync(bytes, { chunkSize: Math.max(64, raw_bytes) });

function attachmentOf(row: AttachmentRow): Attachment {
  return {
    id: row.id,
    projectId: row.project_id as ProjectId,
    eventId: idText(row.event_id),
    receivedAt: row.received_at,
    name: row.name,
    contentType: row.content_type,
    kind: row.kind,
    byteLength: row.byte_length,
    ...(row.raster !== null && { raster: row.raster as RasterType }),
    ...(row.preview !== null && { preview: row.preview }),
  };
}
