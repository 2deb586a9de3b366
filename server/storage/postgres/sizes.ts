import { dailyTables } from "./daily-tables.ts";
import type { Query } from "./database.ts";
import type { Day } from "./days.ts";

/** One table's part of a day: what it takes on disk with its indexes, and its rows by themselves. */
export type PartitionSize = { day: Day; table: string; bytes: number; row_bytes: number };

const selectPartitions = `SELECT d.day, t.name AS table, pg_total_relation_size(c.oid) AS bytes,
    pg_relation_size(c.oid) AS row_bytes
  FROM telemetry_partitions d CROSS JOIN unnest($1::text[]) AS t(name)
    JOIN pg_class c ON c.oid = to_regclass(t.name || '_' || to_char(d.day, 'YYYYMMDD')) ORDER BY d.day`;
const selectOthers = `SELECT pg_database_size(current_database()) AS whole,
  (SELECT sum(pg_total_relation_size(name::regclass)) FROM unnest($1::text[]) AS t(name)) AS artifacts`;

const artifactTables = ["chunks", "bundles", "artifacts"];

/**
 * Of the days that have telemetry, oldest first: a partition that is only waiting for its day has no rows, and counts as none.
 * A partition that is dropped meanwhile is left out.
 */
export async function partitionSizes(query: Query): Promise<Map<Day, PartitionSize[]>> {
  const rows = await query<PartitionSize>(selectPartitions, dailyTables);
  const days = Map.groupBy(rows, ({ day }) => day);
  for (const [day, sizes] of days) if (sizes.every(({ row_bytes }) => row_bytes === 0)) days.delete(day);
  return days;
}

export const bytesOf = (sizes: PartitionSize[]): number => sizes.reduce((sum, { bytes }) => sum + bytes, 0);

/** What the database takes besides its days: with everything that belongs to a database, and what was uploaded of source maps. */
export async function sizesBesides(query: Query): Promise<{ main: number; artifacts: number }> {
  const [partitions, [others]] = await Promise.all([
    query<PartitionSize>(selectPartitions, dailyTables),
    query<{ whole: number; artifacts: number }>(selectOthers, artifactTables),
  ]);
  const { whole, artifacts } = others!;
  return { main: Math.max(0, whole - artifacts - bytesOf(partitions)), artifacts };
}
