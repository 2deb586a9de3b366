import { type Day, dayMs, dayOf } from "#server/domain/time.ts";
import { dailyTables } from "#server/storage/tables.ts";
import type { Database, Query } from "./database.ts";
import { lockAllProjects } from "./writers.ts";

/** Days name their partitions. */
export { type Day, dayOf };

/** The day this many days later, or earlier. */
export const dayAfter = (day: Day, days: number): Day => dayOf(Date.parse(day) + days * dayMs);

export type Days = {
  /**
   * Creates missing partitions of days in a separate transaction. Can be called inside another one,
   * which then sees them. Required before writing telemetry.
   */
  ensure(days: Iterable<Day>): Promise<void>;
  /** Creates partitions for today and the coming week, and drops those of unused days. */
  prepare(today: Day): Promise<void>;
  /** Days with telemetry, newest first. */
  list(): Promise<Day[]>;
  /** Drops a day's partitions with all data. `besides` runs in the same transaction. */
  drop(day: Day, besides?: (query: Query) => Promise<unknown>): Promise<void>;
};

/**
 * Created in advance, so that batches find their partitions even if the program can't create
 * tables, or couldn't for some days.
 */
const daysAhead = 7;

const insert =
  "INSERT INTO telemetry_partitions (day, used) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING day";
const use = "UPDATE telemetry_partitions SET used = 1 WHERE day = $1 AND used = 0";
const selectUsed = "SELECT day FROM telemetry_partitions WHERE used = 1 ORDER BY day DESC";
const selectFrom = "SELECT day FROM telemetry_partitions WHERE day >= $1";
const forget = "DELETE FROM telemetry_partitions WHERE day = $1";
const forgetUnused = `${forget} AND used = 0`;
const selectUnused = "SELECT day FROM telemetry_partitions WHERE used = 0 AND day < $1";

/** How long dropping a day waits for readers before a later retry. Writers wait behind it. */
const lockTimeoutMs = 2_000;

/**
 * Attaching a partition, unlike creating it in place, doesn't wait for readers or writers of other
 * days. Includes keys and indexes.
 */
const alike = "INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE INCLUDING COMPRESSION";

/**
 * Each of `dailyTables` has one partition per day: dropping one frees its space immediately. There
 * is no default partition, which would have to be scanned whenever one is created.
 */
export function telemetryDays(database: Database): Days {
  const known = new Set<Day>();

  async function make(day: Day, used: 0 | 1): Promise<void> {
    await database.transaction(async (query) => {
      const [made] = await query<{ day: Day }>(insert, day, used);
      if (!made) return void (used === 1 && (await query(use, day)));
      for (const table of dailyTables) {
        const partition = partitionOf(table, day);
        await query(`CREATE TABLE ${partition} (LIKE ${table} ${alike})`);
        await query(`ALTER TABLE ${table} ATTACH PARTITION ${partition} FOR VALUES IN ('${day}')`);
      }
    });
  }

  /** Without writers: batches lock tables in a different order, which could deadlock. */
  const removing = (work: (query: Query) => Promise<unknown>): Promise<void> =>
    database.transaction(async (query) => {
      await query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
      await lockAllProjects(query);
      await work(query);
    });

  async function removePartitions(query: Query, day: Day): Promise<void> {
    for (const table of dailyTables) await query(`DROP TABLE IF EXISTS ${partitionOf(table, day)}`);
  }

  /** A late batch may have used the day since it was seen as unused: then it stays. */
  const removeUnused = (day: Day): Promise<void> =>
    removing(async (query) => {
      if ((await query(forgetUnused, day)).count > 0) await removePartitions(query, day);
    });

  return {
    async ensure(days) {
      for (const day of new Set(days)) {
        if (known.has(day)) continue;
        await make(day, 1);
        known.add(day);
      }
    },
    async prepare(today) {
      const made = new Set(
        (await database.query<{ day: Day }>(selectFrom, today)).map(({ day }) => day),
      );
      const week = Array.from({ length: daysAhead + 1 }, (_, ahead) => dayAfter(today, ahead));
      for (const day of week) if (!made.has(day)) await make(day, 0);
      for (const { day } of await database.query<{ day: Day }>(selectUnused, today))
        await removeUnused(day);
    },
    async list() {
      const rows = await database.query<{ day: Day }>(selectUsed);
      return rows.map(({ day }) => day);
    },
    async drop(day, besides) {
      await removing(async (query) => {
        await query(forget, day);
        await removePartitions(query, day);
        await besides?.(query);
      });
      known.delete(day);
    },
  };
}

/** Name of a table's partition. */
export const partitionOf = (table: string, day: Day) => `${table}_${day.replaceAll("-", "")}`;
