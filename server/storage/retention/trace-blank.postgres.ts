import { rawPacks } from "#server/storage/traces/raw-packs.ts";
import { compressSpans } from "#server/storage/traces/span-frames.ts";
import { isBlank } from "#server/storage/retention/trace-thinning.ts";
import type { PartPlace } from "#server/storage/traces/row.ts";
import { columnsOf } from "#server/storage/postgres/columns.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import type { LaneDay } from "#server/storage/postgres/lanes.ts";
import { forgetPacks } from "#server/storage/traces/packs.postgres.ts";
import { rawPacksOf } from "#server/storage/traces/parts.postgres.ts";

const blankPacks = `UPDATE span_packs p SET frame = blank.frame FROM unnest($3::bigint[], $4::bytea[]) AS blank(id, frame)
  WHERE p.lane = $1 AND p.day = $2 AND p.id = blank.id`;

/**
 * Zeros compress to nothing, and everything else stays at its position, so that other parts in the
 * pack, and code that has cached it, are unaffected.
 */
export async function blankParts(query: Query, at: LaneDay, places: PartPlace[]): Promise<void> {
  const byPack = Map.groupBy(places, ({ pack }) => pack);
  const raws = await rawPacksOf(query, rawPacks(), at, byPack.keys());
  const empty: number[] = [];
  const kept: [id: number, raw: Uint8Array][] = [];
  for (const [id, raw] of raws) {
    for (const { offset, length } of byPack.get(id)!) raw.fill(0, offset, offset + length);
    if (isBlank(raw)) empty.push(id);
    else kept.push([id, raw]);
  }
  const frames = await Promise.all(
    kept.map(async ([id, raw]) => [id, await compressSpans(raw)] as const),
  );
  await Promise.all([
    forgetPacks(query, at, empty),
    frames.length > 0 &&
      query(blankPacks, at.lane, at.day, ...columnsOf(frames.map((frame) => [...frame]))),
  ]);
}
