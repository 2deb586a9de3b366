import { dayMs } from "#server/domain/time.ts";
import type { RetentionStore } from "#server/storage/retention/retention-store.ts";
import type { Database } from "#server/storage/postgres/database.ts";
import { type Day, dayOf, partitionOf } from "#server/storage/postgres/days.ts";
import { isLostTransaction } from "#server/storage/postgres/lost.ts";
import { bytesOf, type PartitionSize, partitionSizes } from "./sizes.postgres.ts";

/**
 * Gives way to readers of the day and doesn't block others for long. Otherwise, it retries another
 * time.
 */
const lockTimeoutMs = 500;
/** Overhead of pages and indexes, below which rewriting is not worthwhile. */
const overhead = 1.25;
const slackBytes = 1 << 18;

const sumOf = (table: string, length: string) =>
  `SELECT coalesce(sum(${length}), 0) AS bytes FROM ${table} t WHERE day = $1`;

/** Tables rewritten together; free space in `measured` decides. */
const groups: { measured: string; tables: string[]; size: "bytes" | "row_bytes"; sum: string }[] = [
  {
    measured: "packs",
    tables: ["packs"],
    size: "bytes",
    sum: sumOf("packs", "octet_length(frame)"),
  },
  {
    measured: "events",
    tables: ["events"],
    size: "row_bytes",
    sum: sumOf("events", "pg_column_size(t.*)"),
  },
  {
    measured: "span_packs",
    tables: ["span_packs", "traces", "trace_parts"],
    size: "bytes",
    sum: sumOf("span_packs", "octet_length(frame)"),
  },
  {
    measured: "attachment_chunks",
    tables: ["attachment_chunks", "attachments"],
    size: "bytes",
    sum: sumOf("attachment_chunks", "octet_length(bytes)"),
  },
];

const selectKey =
  "SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indrelid = $1::regclass AND indisprimary";

type Reclaim = {
  reclaim: RetentionStore["reclaim"];
  /** Data of the day was deleted, so check it again. */
  loosen(day: Day): void;
};

/**
 * Shrinks past days to their content. Space freed by deleted rows is not reused there, so their
 * partitions are rewritten if much of it is free. Uses CLUSTER instead of VACUUM, because it can
 * have a lock timeout.
 */
export function reclaimSpace({ query, transaction }: Database): Reclaim {
  // Days without anything to reclaim at this size.
  const settled = new Map<Day, number>();

  async function looseTables(day: Day, sizes: PartitionSize[]): Promise<string[]> {
    const sizeOf = (table: string) => sizes.find((size) => size.table === table);
    const sums = await Promise.all(groups.map(({ sum }) => query<{ bytes: number }>(sum, day)));
    return groups.flatMap(({ measured, tables, size }, at) =>
      (sizeOf(measured)?.[size] ?? 0) > overhead * sums[at]![0]!.bytes + slackBytes ? tables : [],
    );
  }

  async function rewrite(partition: string): Promise<void> {
    const [key] = await query<{ name: string }>(selectKey, partition);
    await transaction(async (query) => {
      await query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
      await query(`CLUSTER ${partition} USING ${key!.name}`);
    });
  }

  return {
    loosen: (day) => void settled.delete(day),
    async reclaim(now) {
      const days = [...(await partitionSizes(query))].filter(([day]) => day < dayOf(now - dayMs));
      const next = days.find(([day, sizes]) => settled.get(day) !== bytesOf(sizes));
      if (!next) return false;
      const [day, sizes] = next;
      try {
        for (const table of await looseTables(day, sizes)) await rewrite(partitionOf(table, day));
      } catch (error) {
        if (isLostTransaction(error)) return false;
        throw error;
      }
      settled.set(day, bytesOf((await partitionSizes(query)).get(day) ?? []));
      return true;
    },
  };
}
