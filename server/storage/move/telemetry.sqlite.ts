import type { ProjectId } from "#server/domain/ids.ts";
import type { FingerprintHash } from "#server/domain/ids.ts";
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
import { rowIdsOf } from "#server/storage/traces/ids.ts";
import { type ShapedTraceRow, summaryOf } from "#server/storage/traces/row.ts";
import {
  type DayCounts,
  type MovedAttachment,
  type MovedTrace,
  type Place,
  type Portion,
  portionAttachments,
  portionItems,
  portionOf,
} from "#server/storage/move/move-store.ts";
import type { DayFile } from "#server/storage/sqlite/day-file.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";
import { partsIn } from "#server/storage/traces/parts.sqlite.ts";

type EventRow = SummaryRow & {
  hash: string;
  richness: number;
  pack_id: number;
  offset: number;
  length: number;
};
type PackRow = { raw_bytes: number; frame: Uint8Array };

const selectEvents = "SELECT * FROM events WHERE id > ? ORDER BY id LIMIT ?";
const selectPack = "SELECT raw_bytes, frame FROM packs WHERE id = ?";
const selectAttachments = "SELECT * FROM attachments WHERE id > ? ORDER BY id LIMIT ?";
const selectTraces = `SELECT t.*, s.environment, s.shape FROM traces t JOIN trace_shapes s ON s.id = t.shape_id
  WHERE t.id > ? ORDER BY t.id LIMIT ?`;
const selectCounts = `SELECT (SELECT count(*) FROM events) AS events, (SELECT count(*) FROM attachments) AS attachments,
  (SELECT count(*) FROM traces) AS traces`;

export const countDay = ({ database }: DayFile): DayCounts => ({
  ...prepare<DayCounts>(database, selectCounts).get()!,
});

/** In the order of their packs; each is decompressed once. */
export function* dayEvents({ database }: DayFile, after?: Place): Generator<Portion<NewEvent>> {
  const select = prepare<EventRow>(database, selectEvents);
  const pack = prepare<PackRow>(database, selectPack);
  let open: { id: number; raw: Buffer } | undefined;
  const bodyOf = ({ pack_id, offset, length }: EventRow): Uint8Array => {
    if (open?.id !== pack_id) {
      const { frame, raw_bytes } = pack.get(pack_id)!;
      open = { id: pack_id, raw: inflate(frame, raw_bytes) };
    }
    return open.raw.subarray(offset, offset + length);
  };
  for (let last = Number(after?.[0] ?? -1); ;) {
    const rows = portionOf(select.all(last, portionItems), ({ length }) => length);
    if (rows.length === 0) return;
    last = rows.at(-1)!.id;
    const items = rows.map((row) => {
      const { richness, hash } = row;
      return { ...eventSummaryOf(row), richness, hash: hash as FingerprintHash, body: bodyOf(row) };
    });
    yield { items, place: [last] };
  }
}

export function* dayAttachments(
  { database, attachments }: DayFile,
  after?: Place,
): Generator<Portion<MovedAttachment>> {
  const select = prepare<AttachmentRow & { digest: string }>(database, selectAttachments);
  const chunksOf = (row: AttachmentRow): ChunkRow[] =>
    Array.from({ length: row.chunk_count }, (_, at) =>
      attachments.chunk.get(row.first_chunk + at)!,
    );
  for (let last = Number(after?.[0] ?? -1); ;) {
    const rows = portionOf(select.all(last, portionAttachments), ({ byte_length }) => byte_length);
    if (rows.length === 0) return;
    last = rows.at(-1)!.id;
    const items = rows.map((row) => {
      return {
        ...attachmentOf(row),
        digest: row.digest,
        bytes: Buffer.concat(chunksOf(row).map(contentOf)),
      };
    });
    yield { items, place: [last] };
  }
}

/** By project, in order of receipt. */
export function* dayTraces(file: DayFile, after?: Place): Generator<Portion<MovedTrace>> {
  const select = prepare<ShapedTraceRow>(file.database, selectTraces);
  const packs = rawPacks();
  for (let last = Number(after?.[0] ?? -1); ;) {
    const rows = portionOf(select.all(last, portionItems), ({ length }) => length);
    if (rows.length === 0) return;
    last = rows.at(-1)!.id;
    const items = rows.map((row) => ({
      projectId: projectOf(row.id),
      receivedAt: row.received_at,
      summary: summaryOf(row),
      parts: partsIn(file, packs, row.id, Number.MAX_SAFE_INTEGER),
    }));
    yield { items, place: [last] };
  }
}

const [firstOfOne] = rowIdsOf(1 as ProjectId);
const projectOf = (rowId: number) => Math.floor(rowId / firstOfOne) as ProjectId;

/** For each project, the number of the day's first traces processed by sampling. */
export function decidedOf({ database }: DayFile): [ProjectId, number][] {
  const sql = `SELECT n.project_id AS project, count(*) AS traces FROM thinning n
    JOIN traces t ON t.id BETWEEN n.project_id * ${firstOfOne} AND n.decided GROUP BY 1 ORDER BY 1`;
  return prepare<{ project: ProjectId; traces: number }>(database, sql)
    .all()
    .map(({ project, traces }) => [project, traces]);
}
