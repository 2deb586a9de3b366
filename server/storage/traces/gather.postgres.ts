import { cutIntoPacks } from "#server/storage/layout/packs.ts";
import { rawPacks } from "#server/storage/traces/raw-packs.ts";
import { type SmallPart, worthGathering } from "#server/storage/traces/small-parts.ts";
import { compressSpans } from "#server/storage/traces/span-frames.ts";
import type { Cell } from "#server/storage/sql.ts";
import { columnsOf } from "#server/storage/postgres/columns.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import type { LaneDay } from "#server/storage/postgres/lanes.ts";
import { rawPacksOf } from "./parts.postgres.ts";
import { forgetPacks, insertPacks, packIds } from "./packs.postgres.ts";

const moved = `unnest($3::int[], $4::bigint[], $5::int[], $6::bigint[], $7::int[])
  AS moved(trace, pack, "offset", to_pack, to_offset)`;
const moveFirstParts = `UPDATE traces t SET pack = moved.to_pack, "offset" = moved.to_offset FROM ${moved}
  WHERE t.lane = $1 AND t.day = $2 AND t.id = moved.trace AND t.pack = moved.pack AND t."offset" = moved."offset"`;
const moveLaterParts = `UPDATE trace_parts p SET pack = moved.to_pack, "offset" = moved.to_offset FROM ${moved}
  WHERE p.lane = $1 AND p.day = $2 AND p.trace = moved.trace AND p.pack = moved.pack AND p."offset" = moved."offset"`;

/**
 * Moves parts from small packs to large ones, if there are enough. Use in a transaction that holds
 * the project.
 */
export async function gatherPacks(query: Query, at: LaneDay, parts: SmallPart[]): Promise<void> {
  const raws = await rawPacksOf(query, rawPacks(), at, new Set(parts.map(({ pack }) => pack)));
  if (raws.size < worthGathering) return;
  // Traces removed by sampling in the meantime have left zeros, or no pack.
  const items = parts.flatMap((part) => {
    const raw = raws.get(part.pack);
    return raw && raw[part.offset] !== 0
      ? { part, body: raw.subarray(part.offset, part.offset + part.length) }
      : [];
  });
  const gathered = cutIntoPacks(items);
  const [ids, frames] = await Promise.all([
    packIds(query, gathered.length),
    Promise.all(
      gathered.map((pack) => compressSpans(Buffer.concat(pack.items.map(({ item }) => item.body)))),
    ),
  ]);
  const moves = gathered.flatMap((pack, n) =>
    pack.items.map(({ item: { part }, offset }): Cell[] => [
      part.trace,
      part.pack,
      part.offset,
      ids[n]!,
      offset,
    ]),
  );
  await Promise.all([
    insertPacks(
      query,
      gathered.map(({ rawBytes }, n) => ({ ...at, id: ids[n]!, rawBytes, frame: frames[n]! })),
    ),
    forgetPacks(query, at, [...raws.keys()]),
    moves.length > 0 && query(moveFirstParts, at.lane, at.day, ...columnsOf(moves)),
    moves.length > 0 && query(moveLaterParts, at.lane, at.day, ...columnsOf(moves)),
  ]);
}
