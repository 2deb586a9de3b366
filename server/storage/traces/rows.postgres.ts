import type { Cell } from "#server/storage/sql.ts";
import { columnsOf } from "#server/storage/postgres/columns.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import { type LaneDay, laneDayKey } from "#server/storage/postgres/lanes.ts";

/** What a save writes besides packs: rows by table, and existing traces by lane and day. */
export type TraceRows = {
  traces: Cell[][];
  changed: Map<string, { at: LaneDay; rows: Cell[][] }>;
  shapes: Cell[][];
  zones: Cell[][];
  parts: Cell[][];
  keys: Cell[][];
  terms: Cell[][];
  batches: Cell[][];
};

type Table = Exclude<keyof TraceRows, "changed">;

const inserts: Record<Table, string> = {
  traces: `INSERT INTO traces (lane, day, id, trace_id, received_at, shape_id, root_span_id, root_started_at, started_at,
      ended_at, span_count, error_count, pack, "offset", length)
    SELECT * FROM unnest($1::bigint[], $2::date[], $3::int[], $4::bytea[], $5::bigint[], $6::int[], $7::bytea[],
      $8::float8[], $9::float8[], $10::float8[], $11::int[], $12::int[], $13::bigint[], $14::int[], $15::int[])`,
  shapes: `INSERT INTO trace_shapes (lane, hash, day, id, environment, words, shape)
    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::date[], $4::int[], $5::text[], $6::text[], $7::text[])`,
  zones: `INSERT INTO trace_zones (lane, day, zone, first_start, last_start)
    SELECT * FROM unnest($1::bigint[], $2::date[], $3::int[], $4::float8[], $5::float8[])
    ON CONFLICT (lane, day, zone) DO UPDATE SET first_start = least(trace_zones.first_start, excluded.first_start),
      last_start = greatest(trace_zones.last_start, excluded.last_start)`,
  parts: `INSERT INTO trace_parts (lane, day, trace, pack, "offset", length)
    SELECT * FROM unnest($1::bigint[], $2::date[], $3::int[], $4::bigint[], $5::int[], $6::int[])`,
  keys: `INSERT INTO trace_keys (lane, day, id, key)
    SELECT * FROM unnest($1::bigint[], $2::date[], $3::int[], $4::text[])`,
  terms: `INSERT INTO trace_terms (lane, day, id, key_id, value)
    SELECT * FROM unnest($1::bigint[], $2::date[], $3::int[], $4::int[], $5::text[])`,
  batches: `INSERT INTO trace_batches (lane, day, batch, postings, small_parts)
    SELECT * FROM unnest($1::bigint[], $2::date[], $3::int[], $4::bytea[], $5::text[])`,
};

const change = `UPDATE traces t SET shape_id = c.shape_id, root_span_id = c.root_span_id,
    root_started_at = c.root_started_at, started_at = c.started_at, ended_at = c.ended_at, span_count = c.span_count,
    error_count = c.error_count
  FROM unnest($3::int[], $4::int[], $5::bytea[], $6::float8[], $7::float8[], $8::float8[], $9::int[], $10::int[])
    AS c(id, shape_id, root_span_id, root_started_at, started_at, ended_at, span_count, error_count)
  WHERE t.lane = $1 AND t.day = $2 AND t.id = c.id`;

export const noTraceRows = (): TraceRows => ({
  traces: [],
  changed: new Map(),
  shapes: [],
  zones: [],
  parts: [],
  keys: [],
  terms: [],
  batches: [],
});

export function addChanged({ changed }: TraceRows, at: LaneDay, row: Cell[]): void {
  const key = laneDayKey(at);
  const known = changed.get(key);
  if (known) known.rows.push(row);
  else changed.set(key, { at, rows: [row] });
}

/** One statement per table, sent together. */
export async function writeTraceRows(query: Query, rows: TraceRows): Promise<void> {
  const tables = (Object.keys(inserts) as Table[]).filter((table) => rows[table].length > 0);
  await Promise.all([
    ...tables.map((table) => query(inserts[table], ...columnsOf(rows[table]))),
    ...[...rows.changed.values()].map(({ at, rows: ofDay }) =>
      query(change, at.lane, at.day, ...columnsOf(ofDay)),
    ),
  ]);
}
