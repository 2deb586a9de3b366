import type { NewEvent } from "#server/storage/digest/digest-store.ts";
import { cutIntoPacks, framesOf, type Pack } from "#server/storage/layout/packs.ts";
import { byLikeness, eventValues } from "#server/storage/layout/written-values.ts";
import { columnsOf } from "#server/storage/postgres/columns.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import { type Day, dayOf } from "#server/storage/postgres/days.ts";
import { storedText } from "#server/storage/postgres/stored-text.ts";

/** Bodies of events of one project and day, compressed. */
type PackedEvents = { day: Day; projectId: number; pack: Pack<NewEvent>; frame: Uint8Array };

const takeIds =
  "SELECT nextval(pg_get_serial_sequence('packs', 'id')) AS id FROM generate_series(1, $1::bigint)";
const insertPacks = `INSERT INTO packs (day, project_id, id, raw_bytes, frame)
  SELECT * FROM unnest($1::date[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bytea[])`;
// An existing ID that `duplicates` missed (it checked another day) must not block the digest.
const insertEvents = `INSERT INTO events (day, project_id, event_id, issue_id, received_at, timestamp, level, richness, hash,
    title, environment, release, "user", trace_id, tags, span_id, pack_id, "offset", length)
  SELECT * FROM unnest($1::date[], $2::bigint[], $3::bytea[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
    $8::float8[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[],
    $17::bigint[], $18::bigint[], $19::bigint[])
  ON CONFLICT (project_id, event_id, day) DO NOTHING`;

const placeOf = ({ projectId, at }: NewEvent) => `${projectId}:${dayOf(at)}`;

/** Compresses in another thread. */
export async function packEvents(events: NewEvent[]): Promise<PackedEvents[]> {
  const places = [...Map.groupBy(events, placeOf).values()];
  const packs = places.flatMap((ofPlace) =>
    cutIntoPacks(ofPlace.toSorted(byLikeness)).map((pack) => {
      const { projectId, at } = ofPlace[0]!;
      return { day: dayOf(at), projectId, pack };
    }),
  );
  const frames = await framesOf(packs.map(({ pack }) => pack));
  return packs.map((each, at) => ({ ...each, frame: frames[at]! }));
}

/** Use in a transaction; the partitions must exist. */
export async function writeEvents(query: Query, packed: PackedEvents[]): Promise<void> {
  if (packed.length === 0) return;
  const ids = (await query<{ id: number }>(takeIds, packed.length)).map(({ id }) => id);
  const packs = packed.map(({ day, projectId, pack, frame }, at) => [
    day,
    projectId,
    ids[at]!,
    pack.rawBytes,
    frame,
  ]);
  const events = packed.flatMap(({ day, pack }, at) =>
    pack.items.map(({ item, offset, length }) => [
      day,
      ...eventValues(item, tagsOf(item)),
      ids[at]!,
      offset,
      length,
    ]),
  );
  await Promise.all([
    query(insertPacks, ...columnsOf(packs)),
    query(insertEvents, ...columnsOf(events)),
  ]);
}

const tagsOf = ({ tags }: NewEvent) =>
  JSON.stringify(tags.map(([key, value]) => [storedText(key), storedText(value)]));
