import type { FingerprintHash, ProjectId } from "#server/domain/ids.ts";
import { type SummaryRow, summaryOf } from "#server/storage/events/row.ts";
import { inflate } from "#server/storage/layout/packs.ts";
import type { StoredEvent } from "#server/storage/events/event-store.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import type { Day } from "#server/storage/postgres/days.ts";

/** An event's summary row and the position of its body. */
export type PlacedRow = SummaryRow & {
  day: Day;
  hash: string;
  pack_id: number;
  offset: number;
  length: number;
};

type PackRow = { day: Day; id: number; raw_bytes: number; frame: Uint8Array };

export const summaryColumns = `id, project_id, event_id, issue_id, received_at, timestamp, level, title, environment, release,
  "user", trace_id, tags, span_id`;
export const placedColumns = `${summaryColumns}, day, hash, pack_id, "offset", length`;

const selectPacks = `SELECT p.day, p.id, p.raw_bytes, p.frame FROM unnest($2::date[], $3::bigint[]) AS asked(day, id)
  JOIN packs p ON p.project_id = $1 AND p.day = asked.day AND p.id = asked.id`;

/** Events of one project with their bodies. Neighbors share a pack, which is decompressed once. */
export async function withBodies(
  query: Query,
  projectId: ProjectId,
  rows: PlacedRow[],
): Promise<StoredEvent[]> {
  if (rows.length === 0) return [];
  const places = [...new Map(rows.map((row) => [placeOf(row.day, row.pack_id), row])).values()];
  const packs = await query<PackRow>(
    selectPacks,
    projectId,
    places.map(({ day }) => day),
    places.map(({ pack_id }) => pack_id),
  );
  const frames = new Map(packs.map((pack) => [placeOf(pack.day, pack.id), pack]));
  let open: { place: string; raw: Buffer } | undefined;
  return rows.flatMap((row) => {
    const place = placeOf(row.day, row.pack_id);
    const pack = frames.get(place);
    // Deleted by retention in the meantime.
    if (!pack) return [];
    if (open?.place !== place) open = { place, raw: inflate(pack.frame, pack.raw_bytes) };
    const body = open.raw.toString("utf8", row.offset, row.offset + row.length);
    return { ...summaryOf(row), hash: row.hash as FingerprintHash, body };
  });
}

const placeOf = (day: Day, packId: number) => `${day}:${packId}`;
