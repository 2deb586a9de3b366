import { compressSpans, type SpanBuffer } from "#server/storage/traces/span-frames.ts";
import { packsOf } from "#server/storage/traces/span-packs.ts";
import type { TraceChange } from "#server/storage/traces/trace-store.ts";
import { columnsOf } from "#server/storage/postgres/columns.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import type { LaneDay } from "#server/storage/postgres/lanes.ts";
import type { PackedPart } from "./day-writer.postgres.ts";

/** A batch's changes in one lane's day. */
export type ChangesOfDay = LaneDay & { changes: TraceChange[] };

/** A frame of spans, and its decompressed length. */
type SpanPack = LaneDay & { id: number; rawBytes: number; frame: Uint8Array };

// Never reused, even after a rollback.
const takeIds =
  "SELECT nextval(pg_get_serial_sequence('span_packs', 'id')) AS id FROM generate_series(1, $1::bigint)";
const insert = `INSERT INTO span_packs (lane, day, id, raw_bytes, frame)
  SELECT * FROM unnest($1::bigint[], $2::date[], $3::bigint[], $4::int[], $5::bytea[])`;
const forget = "DELETE FROM span_packs WHERE lane = $1 AND day = $2 AND id = ANY($3::bigint[])";

/** Numbers for this many new packs. */
export async function packIds(query: Query, count: number): Promise<number[]> {
  return count === 0 ? [] : (await query<{ id: number }>(takeIds, count)).map(({ id }) => id);
}

export async function insertPacks(query: Query, packs: SpanPack[]): Promise<void> {
  if (packs.length === 0) return;
  await query(
    insert,
    ...columnsOf(
      packs.map(({ lane, day, id, rawBytes, frame }) => [lane, day, id, rawBytes, frame]),
    ),
  );
}

export async function forgetPacks(
  query: Query,
  { lane, day }: LaneDay,
  ids: number[],
): Promise<void> {
  if (ids.length > 0) await query(forget, lane, day, ids);
}

/** A batch's packs, compressed in other threads, and the position of each part. */
type PackedSpans = { packs: Promise<SpanPack[]>; parts: Map<TraceChange, PackedPart> };

/** `buffer` must not contain data still being compressed for a valid batch. */
export async function packSpans(
  query: Query,
  buffer: SpanBuffer,
  groups: ChangesOfDay[],
): Promise<PackedSpans> {
  buffer.begin(
    groups.flatMap(({ changes }) => changes).reduce((sum, { part }) => sum + part.length, 0),
  );
  const cut = groups.flatMap(({ lane, day, changes }) =>
    packsOf(changes).map((pack) => ({ lane, day, ...pack })),
  );
  const frames = Promise.all(
    cut.map(({ items }) => compressSpans(buffer.lay(items.map(({ item }) => item.body)))),
  );
  const ids = await packIds(query, cut.length);
  const parts = new Map<TraceChange, PackedPart>();
  for (const [at, { items, rawBytes }] of cut.entries()) {
    for (const { item, offset, length } of items)
      parts.set(item.change, { pack: ids[at]!, offset, length, packBytes: rawBytes });
  }
  const packs = frames.then((made) =>
    cut.map(({ lane, day, rawBytes }, at) => ({
      lane,
      day,
      id: ids[at]!,
      rawBytes,
      frame: made[at]!,
    })),
  );
  return { packs, parts };
}
