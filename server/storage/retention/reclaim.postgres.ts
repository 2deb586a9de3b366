import { dayMs } from "#server/domain/time.ts";
import type { RetentionStore } from "#server/storage/retention/retention-store.ts";
import type { Database } from "#server/storage/postgres/database.ts";
import { type Day, dayOf, partitionOf } from "#server/storage/postgres/days.ts";
import { isLostTransaction } from "#server/storage/postgres/lost.ts";
import { bytesOf, type PartitionSize, partitionSizes } from "./sizes.postgres.ts";

/**
 * Who reads in the day meanwhile goes first, and others do not wait long behind: then it is another
 * time's work.
 */
const lockTimeoutMs = 500;
/** What content takes besides itself, in pages and indexes, and what is not worth the trouble. */
const overhead = 1.25;
const slackBytes = 1 << 18;

const sumOf = (table: string, length: string) =>
  `SELECT coalesce(sum(${length}), 0) AS bytes FROM ${table} t WHERE day = $1`;

/**
 * By what is measured whether a table has much free room, and what is written again with it: what
 * goes from one goes from all.
 */
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
  /** Something of the day was removed: it is worth another look. */
  loosen(day: Day): void;
};

/**
 * Days that are over take no more than they hold: the room that rows have left there is not reused,
 * so their partitions are written again where much of it is free. CLUSTER and not VACUUM, since it
 * can be told not to wait.
 */
export function reclaimSpace({ query, transaction }: Database): Reclaim {
  // Days in which there was nothing to gain when they had this size.
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
