import { askNodes, isCluster } from "#server/storage/postgres/cluster.ts";
import { dailyTables, tablesOfUploads } from "#server/storage/tables.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import { type Day, partitionOf } from "#server/storage/postgres/days.ts";

/** One table's part of a day: its size on disk with indexes, and that of its rows. */
export type PartitionSize = { day: Day; table: string; bytes: number; row_bytes: number };

const selectPartitions = `SELECT d.day, t.name AS table, pg_total_relation_size(c.oid) AS bytes,
    pg_relation_size(c.oid) AS row_bytes
  FROM telemetry_partitions d CROSS JOIN unnest($1::text[]) AS t(name)
    JOIN pg_class c ON c.oid = to_regclass(t.name || '_' || to_char(d.day, 'YYYYMMDD')) ORDER BY d.day`;
const selectWhole = "SELECT pg_database_size(current_database()) AS whole";
const selectArtifacts = `SELECT sum(pg_total_relation_size(name::regclass)) AS artifacts FROM unnest($1::text[]) AS t(name)`;

/** On a cluster node, shards are named after the table and a number. */
const shardNames = `^(${dailyTables.join("|")})_[0-9]{8}_[0-9]+$`;
const nodePartitions = `SELECT coalesce(json_agg(s), '[]') FROM (
  SELECT regexp_replace(relname, '_[0-9]+$', '') AS name, sum(pg_total_relation_size(oid))::bigint AS bytes,
    sum(pg_relation_size(oid))::bigint AS row_bytes
  FROM pg_class WHERE relkind = 'r' AND relname ~ '${shardNames}' GROUP BY 1) s`;
const nodeSize = "SELECT pg_database_size(current_database())";
const selectDays = "SELECT day FROM telemetry_partitions ORDER BY day";

type NodePartition = { name: string; bytes: number; row_bytes: number };

/**
 * Days with telemetry, oldest first. A partition prepared for a later day has no rows and is
 * omitted, as is one dropped in the meantime.
 */
export async function partitionSizes(query: Query): Promise<Map<Day, PartitionSize[]>> {
  const rows = await partitionsOf(query);
  const days = Map.groupBy(rows, ({ day }) => day);
  for (const [day, sizes] of days)
    if (sizes.every(({ row_bytes }) => row_bytes === 0)) days.delete(day);
  return days;
}

export const bytesOf = (sizes: PartitionSize[]): number =>
  sizes.reduce((sum, { bytes }) => sum + bytes, 0);

async function partitionsOf(query: Query): Promise<PartitionSize[]> {
  if (!(await isCluster(query))) return query<PartitionSize>(selectPartitions, dailyTables);
  const [days, ofNodes] = await Promise.all([
    query<{ day: Day }>(selectDays),
    askNodes<NodePartition[]>(query, nodePartitions),
  ]);
  const byName = Map.groupBy(ofNodes.flat(), ({ name }) => name);
  return days.flatMap(({ day }) =>
    dailyTables.map((table) => {
      const parts = byName.get(partitionOf(table, day)) ?? [];
      return { day, table, bytes: sumOf(parts, "bytes"), row_bytes: sumOf(parts, "row_bytes") };
    }),
  );
}

const sumOf = (parts: NodePartition[], size: "bytes" | "row_bytes") =>
  parts.reduce((sum, part) => sum + part[size], 0);

/** Size of the database without its days, and of uploaded source maps. */
export async function sizesBesides(query: Query): Promise<{ main: number; artifacts: number }> {
  const [partitions, whole, [uploads]] = await Promise.all([
    partitionsOf(query),
    wholeSize(query),
    query<{ artifacts: number }>(selectArtifacts, tablesOfUploads),
  ]);
  const { artifacts } = uploads!;
  return { main: Math.max(0, whole - artifacts - bytesOf(partitions)), artifacts };
}

/** On all nodes of a cluster. */
async function wholeSize(query: Query): Promise<number> {
  if (!(await isCluster(query))) return (await query<{ whole: number }>(selectWhole))[0]!.whole;
  return (await askNodes<number>(query, nodeSize)).reduce((sum, bytes) => sum + bytes, 0);
}
