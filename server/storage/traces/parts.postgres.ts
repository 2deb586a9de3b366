import type { RawPacks } from "#server/storage/traces/raw-packs.ts";
import type { SmallPart } from "#server/storage/traces/small-parts.ts";
import type { PartPlace } from "#server/storage/traces/row.ts";
import type { PackRow } from "#server/storage/traces/span-frames.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import type { LaneDay } from "#server/storage/postgres/lanes.ts";

const selectPlaces = `SELECT id AS trace, pack, "offset", length FROM traces
    WHERE lane = $1 AND day = $2 AND id = ANY($3::int[])
  UNION ALL SELECT trace, pack, "offset", length FROM trace_parts
    WHERE lane = $1 AND day = $2 AND trace = ANY($3::int[])
  ORDER BY pack, "offset"`;
const selectPacks = `SELECT id, raw_bytes, frame FROM span_packs WHERE lane = $1 AND day = $2 AND id = ANY($3::bigint[])`;

/** Packs are gathered once in many batches, and sampled once an hour. */
const mostAttempts = 5;

/**
 * Reads positions of parts first, then the parts. If some were moved or deleted in between, the
 * result is undefined, and everything is read again.
 */
export async function retryUntilFound<T>(read: () => Promise<T | undefined>): Promise<T> {
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const found = await read();
    if (found !== undefined) return found;
  }
  throw new Error("A pack with spans of a trace is missing");
}

/**
 * Parts of traces in one lane and day, by trace number, in any order; deleted traces are omitted.
 * Parts are views of shared packs.
 */
export function partsIn(
  query: Query,
  packs: RawPacks,
  at: LaneDay,
  traces: number[],
): Promise<Map<number, Uint8Array[]>> {
  return retryUntilFound(async () => {
    const places = await placesOf(query, at, traces);
    const parts = await partsAt(query, packs, at, places);
    return parts && byTrace(places, parts);
  });
}

/** The bytes at these positions, in order; undefined if one no longer exists. */
export async function partsAt(
  query: Query,
  packs: RawPacks,
  at: LaneDay,
  places: PartPlace[],
): Promise<Uint8Array[] | undefined> {
  const raws = await rawPacksOf(query, packs, at, new Set(places.map(({ pack }) => pack)));
  if (!places.every((place) => isThere(raws, place))) return undefined;
  return places.map(({ pack, offset, length }) =>
    raws.get(pack)!.subarray(offset, offset + length),
  );
}

export async function placesOf(
  query: Query,
  { lane, day }: LaneDay,
  traces: number[],
): Promise<SmallPart[]> {
  return query<SmallPart>(selectPlaces, lane, day, traces);
}

/** Decompressed packs by number. Some may have been deleted. */
export async function rawPacksOf(
  query: Query,
  packs: RawPacks,
  { lane, day }: LaneDay,
  ids: Iterable<number>,
): Promise<Map<number, Uint8Array>> {
  const asked = [...ids];
  const raws = new Map<number, Uint8Array>();
  for (const id of asked) {
    const known = packs.get(String(id));
    if (known) raws.set(id, known);
  }
  const unknown = asked.filter((id) => !raws.has(id));
  if (unknown.length === 0) return raws;
  const rows = await query<PackRow & { id: number }>(selectPacks, lane, day, unknown);
  for (const row of rows) raws.set(row.id, packs.keep(String(row.id), row));
  return raws;
}

// A part starts with a tag, which is never zero; a trace removed by sampling leaves zeros.
const isThere = (raws: Map<number, Uint8Array>, { pack, offset }: PartPlace) =>
  (raws.get(pack)?.[offset] ?? 0) !== 0;

function byTrace(places: SmallPart[], parts: Uint8Array[]): Map<number, Uint8Array[]> {
  const traces = new Map<number, Uint8Array[]>();
  for (const [at, { trace }] of places.entries()) {
    const known = traces.get(trace);
    if (known) known.push(parts[at]!);
    else traces.set(trace, [parts[at]!]);
  }
  return traces;
}
