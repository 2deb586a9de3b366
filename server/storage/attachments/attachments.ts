import type { EventId, ProjectId } from "#server/domain/ids.ts";
import { dayOf } from "#server/domain/time.ts";
import { firstOf } from "#server/storage/database.ts";
import { idBytes } from "#server/storage/events/row.ts";
import type { EventSlices } from "#server/storage/events/slices.ts";
import { raw, type Sql, sql } from "#server/storage/sql.ts";
import type { AttachmentStore } from "./attachment-store.ts";
import {
  attachmentColumns,
  attachmentOf,
  type AttachmentRow,
  attachmentTimes,
  type ChunkRow,
  contentOf,
} from "./rows.ts";

const mostOfEvent = 100;

/** Attachments are stored on the days of events. */
export function attachmentStore(events: EventSlices): AttachmentStore {
  return {
    async list({ projectId, eventId, ...times }) {
      const around = attachmentTimes(times).map(dayOf);
      const days = (await events.days()).filter((day) => around.includes(day));
      const rows = events
        .of(projectId, days)
        .map(({ query, within }) =>
          query<AttachmentRow>(
            sql`${selectOf(within, projectId, eventId)} ORDER BY id LIMIT ${mostOfEvent}`,
          ),
        );
      return (await Promise.all(rows))
        .flat()
        .map(attachmentOf)
        .toSorted((a, b) => a.id - b.id)
        .slice(0, mostOfEvent);
    },
    async open(projectId, eventId, id) {
      for (const { query, within } of events.of(projectId, await events.days())) {
        const row = await firstOf(
          query<AttachmentRow>(sql`${selectOf(within, projectId, eventId)} AND id = ${id}`),
        );
        if (row) return { attachment: attachmentOf(row), chunks: () => chunksOf(events, row) };
      }
      return undefined;
    },
  };
}

const selectOf = (within: Sql, projectId: ProjectId, eventId: EventId): Sql =>
  sql`SELECT ${raw(attachmentColumns)} FROM attachments
    WHERE ${within} AND project_id = ${projectId} AND event_id = ${idBytes(eventId)}`;

async function* chunksOf(events: EventSlices, row: AttachmentRow): AsyncGenerator<Uint8Array> {
  const [slice] = events.of(row.project_id as ProjectId, [dayOf(row.received_at)]);
  const { query, within } = slice!;
  for (let at = 0; at < row.chunk_count; at += 1) {
    const chunk = await firstOf(
      query<ChunkRow>(
        sql`SELECT raw_bytes, bytes FROM attachment_chunks WHERE ${within} AND id = ${row.first_chunk + at}`,
      ),
    );
    if (!chunk) return;
    yield contentOf(chunk);
  }
}
