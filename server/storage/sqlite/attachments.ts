import type { AttachmentStore } from "#server/storage/attachment-store.ts";
import { lastIdOf } from "./batch-ids.ts";
import type { Day } from "./day-file.ts";
import { type DayFiles, dayOf } from "./day-files.ts";
import {
  type AttachmentRow,
  attachmentOf,
  attachmentTimes,
  contentOf,
} from "#server/storage/layout/attachment-rows.ts";
import { idBytes } from "#server/storage/layout/event-row.ts";
import { opened } from "./event-days.ts";

const mostOfEvent = 100;

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
