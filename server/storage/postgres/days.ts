import { dailyTables } from "./daily-tables.ts";
import type { Database } from "./database.ts";
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
   * Makes the partitions of days that have none yet, in a transaction of its own: may be called inside another one, which then
   * finds them. Whoever writes telemetry calls it first.
   */
  ensure(days: Iterable<Day>): Promise<void>;
  /** The days that have partitions, newest first. */
  list(): Promise<Day[]>;
  /** Removes a day's partitions, and with them all that is in them. */
  drop(day: Day): Promise<void>;
};

/** So long a day that goes waits for those who read; afterwards it is tried again. Who writes waits behind it meanwhile. */
const lockTimeoutMs = 2_000;

/** Attaching one, unlike making it in place, waits for nobody who reads or writes other days. Keys and indexes come with it. */
const alike = "INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE INCLUDING COMPRESSION";

/**
 * Telemetry lies in a partition a day of each of `dailyTables`: dropping one gives its space back at once. There is no default
 * partition: it would have to be searched whenever one is made.
 */
export function telemetryDays(database: Database): Days {
  const known = new Set<Day>();

  async function make(day: Day): Promise<void> {
    await database.transaction(async (query) => {
      const [made] = await query<{ day: Day }>(
        "INSERT INTO telemetry_partitions (day) VALUES ($1) ON CONFLICT DO NOTHING RETURNING day",
        day,
      );
      if (!made) return;
      for (const table of dailyTables) {
        const partition = partitionOf(table, day);
        await query(`CREATE TABLE ${partition} (LIKE ${table} ${alike})`);
        await query(`ALTER TABLE ${table} ATTACH PARTITION ${partition} FOR VALUES IN ('${day}')`);
      }
    });
    known.add(day);
  }

  return {
    async ensure(days) {
      for (const day of new Set(days)) if (!known.has(day)) await make(day);
    },
    async list() {
      const rows = await database.query<{ day: Day }>("SELECT day FROM telemetry_partitions ORDER BY day DESC");
      return rows.map(({ day }) => day);
    },
    async drop(day) {
      await database.transaction(async (query) => {
        await query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
        // Who writes takes tables in an order of its own: with batches under way, each could wait for the other.
        await holdAllProjects(query);
        for (const table of dailyTables) await query(`DROP TABLE IF EXISTS ${partitionOf(table, day)}`);
        await query("DELETE FROM telemetry_partitions WHERE day = $1", day);
      });
      known.delete(day);
    },
  };
}

/** What the partition of a table is called. */
export const partitionOf = (table: string, day: Day) => `${table}_${day.replaceAll("-", "")}`;
