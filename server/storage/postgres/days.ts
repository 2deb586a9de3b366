import { dailyTables } from "#server/storage/tables.ts";
import type { Database, Query } from "./database.ts";
import { holdAllProjects } from "./writers.ts";

/** A UTC day, `2026-11-21`: sorts by time, names its partitions. */
export type Day = string;

const dayMs = 86_400_000;

/** The day of a time, milliseconds since 1970. */
export const dayOf = (time: number): Day => new Date(time).toISOString().slice(0, 10);

/** The day so many days later, or earlier. */
export const dayAfter = (day: Day, days: number): Day => dayOf(Date.parse(day) + days * dayMs);

export type Days = {
  /**
   * Makes the partitions of days that have none yet, in a transaction of its own: may be called
   * inside another one, which then finds them. Anyone who writes telemetry calls it first.
   */
  ensure(days: Iterable<Day>): Promise<void>;
  /** Makes those of today and the week to come, and removes those of days that brought nothing. */
  prepare(today: Day): Promise<void>;
  /** The days that telemetry was written to, newest first. */
  list(): Promise<Day[]>;
  /**
   * Removes a day's partitions, and with them all that is in them; `besides` is part of the same
   * transaction.
   */
  drop(day: Day, besides?: (query: Query) => Promise<unknown>): Promise<void>;
};

/**
 * A batch then finds its day's partitions made, also where the program may not make tables, or
 * could not for some days.
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

/**
 * So long a day that goes waits for those who read; afterwards it is tried again. Who writes waits
 * behind it meanwhile.
 */
const lockTimeoutMs = 2_000;

/**
 * Attaching one, unlike making it in place, does not wait for readers or writers of other days.
 * Keys and indexes come with it.
 */
const alike = "INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE INCLUDING COMPRESSION";

/**
 * Telemetry is in a partition a day of each of `dailyTables`: dropping one gives its space back at
 * once. There is no default partition: it would have to be searched whenever one is made.
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

  /**
   * Without writers: batches take tables in an order of their own, and each could wait for the
   * other.
   */
  const removing = (work: (query: Query) => Promise<unknown>): Promise<void> =>
    database.transaction(async (query) => {
      await query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
      await holdAllProjects(query);
      await work(query);
    });

  async function removePartitions(query: Query, day: Day): Promise<void> {
    for (const table of dailyTables) await query(`DROP TABLE IF EXISTS ${partitionOf(table, day)}`);
  }

  /** A late batch may have come for it since it was seen to be unused: then it stays. */
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

/** What the partition of a table is called. */
export const partitionOf = (table: string, day: Day) => `${table}_${day.replaceAll("-", "")}`;
