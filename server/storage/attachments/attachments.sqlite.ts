import type { AttachmentStore } from "#server/storage/attachments/attachment-store.ts";
import { lastIdOf } from "#server/storage/sqlite/batch-ids.ts";
import type { Day } from "#server/storage/sqlite/day-file.ts";
import { type DayFiles, dayOf } from "#server/storage/sqlite/day-files.ts";
import {
  type AttachmentRow,
  attachmentOf,
  attachmentTimes,
  contentOf,
} from "#server/storage/attachments/rows.ts";
import { idBytes } from "#server/storage/events/row.ts";
import { opened } from "#server/storage/events/days.sqlite.ts";

const mostOfEvent = 100;

/** Queries the files of days one by one. PostgreSQL has one table for all days. */
export function attachmentStore(files: DayFiles, committedBatch: () => number): AttachmentStore {
  const lastId = () => lastIdOf(committedBatch());
  return {
    async list({ projectId, eventId, ...times }) {
      const around = attachmentTimes(times).map(dayOf);
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
        if (row)
          return { attachment: attachmentOf(row), chunks: () => chunksOf(files, file.day, row) };
      }
      return undefined;
    },
  };
}

/** Opens the file each time, because others may have closed it since. */
async function* chunksOf(
  files: DayFiles,
  day: Day,
  row: AttachmentRow,
): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < row.chunk_count; at += 1) {
    const chunk = files.open(day)?.attachments.chunk.get(row.first_chunk + at);
    if (!chunk) return;
    yield contentOf(chunk);
  }
}
