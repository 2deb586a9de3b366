import type { FingerprintHash, ProjectId } from "#server/domain/ids.ts";
import type { NewEvent } from "#server/storage/digest/digest-store.ts";
import {
  type AttachmentRow,
  attachmentOf,
  type ChunkRow,
  contentOf,
} from "#server/storage/attachments/rows.ts";
import { type SummaryRow, summaryOf as eventSummaryOf } from "#server/storage/events/row.ts";
import { inflate } from "#server/storage/layout/packs.ts";
import { rawPacks } from "#server/storage/traces/raw-packs.ts";
import { type ShapedTraceRow, summaryOf } from "#server/storage/traces/row.ts";
import {
  type MovedAttachment,
  type MovedTrace,
  type Place,
  type Portion,
  portionAttachments,
  portionItems,
  portionOf,
} from "#server/storage/move/move-store.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import type { Day } from "#server/storage/postgres/days.ts";
import { laneOf } from "#server/storage/postgres/lanes.ts";
import { partsIn } from "#server/storage/traces/parts.postgres.ts";

type EventRow = SummaryRow & {
  hash: string;
  richness: number;
  pack_id: number;
  offset: number;
  length: number;
};
type FileRow = AttachmentRow & { digest: string };
type PackRow = { id: number; raw_bytes: number; frame: Uint8Array };

const selectEvents = `SELECT id, project_id, event_id, issue_id, received_at, timestamp, level, richness, hash, title,
    environment, release, "user", trace_id, tags, span_id, pack_id, "offset", length
  FROM events WHERE project_id = $1 AND day = $2 AND id > $3 ORDER BY id LIMIT $4`;
const selectPacks = `SELECT id, raw_bytes, frame FROM packs WHERE project_id = $1 AND day = $2 AND id = ANY($3::bigint[])`;
const selectAttachments = `SELECT * FROM attachments WHERE project_id = $1 AND day = $2 AND id > $3 ORDER BY id LIMIT $4`;
const selectChunks = `SELECT raw_bytes, bytes FROM attachment_chunks
  WHERE project_id = $1 AND day = $2 AND id >= $3 AND id < $4 ORDER BY id`;
const selectTraces = `SELECT t.*, s.environment, s.shape FROM traces t
  JOIN trace_shapes s ON s.lane = t.lane AND s.day = t.day AND s.id = t.shape_id
  WHERE t.lane = $1 AND t.day = $2 AND t.id > $3 ORDER BY t.id LIMIT $4`;

/** Reads a project's rows of a day after a given one: some rows and the number of the last. */
type ReadOn<Item> = (project: ProjectId, after: number) => Promise<{ items: Item[]; last: number }>;

/** Project by project, so that each statement names the distribution key. */
async function* byProject<Item>(
  projects: ProjectId[],
  read: ReadOn<Item>,
  after?: Place,
): AsyncGenerator<Portion<Item>> {
  const [from, before] = after ? [Number(after[0]), Number(after[1])] : [-1, -1];
  for (const project of projects.filter((each) => each >= from)) {
    for (let last = project === from ? before : -1; ;) {
      const rows = await read(project, last);
      if (rows.items.length === 0) break;
      last = rows.last;
      yield { items: rows.items, place: [project, last] };
    }
  }
}

export function dayEvents(
  query: Query,
  projects: ProjectId[],
  day: Day,
  after?: Place,
): AsyncGenerator<Portion<NewEvent>> {
  return byProject(
    projects,
    async (project, last) => {
      const found = await query<EventRow>(selectEvents, project, day, last, portionItems);
      const rows = portionOf<EventRow>(found, ({ length }) => length);
      const ids = [...new Set(rows.map(({ pack_id }) => pack_id))];
      const packs = await query<PackRow>(selectPacks, project, day, ids);
      const raws = new Map(
        packs.map(({ id, frame, raw_bytes }) => [id, inflate(frame, raw_bytes)]),
      );
      const items = rows.map((row) => {
        const { richness, hash, pack_id, offset, length } = row;
        const body = raws.get(pack_id)!.subarray(offset, offset + length);
        return { ...eventSummaryOf(row), richness, hash: hash as FingerprintHash, body };
      });
      return { items, last: rows.at(-1)?.id ?? last };
    },
    after,
  );
}

export function dayAttachments(
  query: Query,
  projects: ProjectId[],
  day: Day,
  after?: Place,
): AsyncGenerator<Portion<MovedAttachment>> {
  return byProject(
    projects,
    async (project, from) => {
      const items: MovedAttachment[] = [];
      const found = await query<FileRow>(selectAttachments, project, day, from, portionAttachments);
      const rows = portionOf<FileRow>(found, ({ byte_length }) => byte_length);
      for (const row of rows) {
        const end = row.first_chunk + row.chunk_count;
        const chunks = await query<ChunkRow>(selectChunks, project, day, row.first_chunk, end);
        items.push({
          ...attachmentOf(row),
          digest: row.digest,
          bytes: Buffer.concat(chunks.map(contentOf)),
        });
      }
      return { items, last: rows.at(-1)?.id ?? from };
    },
    after,
  );
}

/** By project, in order of receipt. */
export function dayTraces(
  query: Query,
  projects: ProjectId[],
  day: Day,
  after?: Place,
): AsyncGenerator<Portion<MovedTrace>> {
  const packs = rawPacks();
  return byProject(
    projects,
    async (project, last) => {
      const lane = laneOf(project);
      const found = await query<ShapedTraceRow>(selectTraces, lane, day, last, portionItems);
      const rows = portionOf<ShapedTraceRow>(found, ({ length }) => length);
      const parts = await partsIn(
        query,
        packs,
        { lane, day },
        rows.map(({ id }) => id),
      );
      const items = rows.map((row) => {
        const { id, received_at: receivedAt } = row;
        return {
          projectId: project,
          receivedAt,
          summary: summaryOf(row),
          parts: parts.get(id) ?? [],
        };
      });
      return { items, last: rows.at(-1)?.id ?? last };
    },
    after,
  );
}
