import {
  decodeProgress,
  encodeProgress,
  type MovedTable,
  type MoveProgress,
  type MoveStore,
  movingSetting,
} from "#server/storage/move/move-store.ts";
import type { ProcessStore } from "#server/storage/processes/process-store.ts";
import { allProjects } from "#server/storage/postgres/all-projects.ts";
import { writeAttachments } from "#server/storage/attachments/writer.postgres.ts";
import { connectDatabase, type Query } from "#server/storage/postgres/database.ts";
import { telemetryDays } from "#server/storage/postgres/days.ts";
import { packEvents, writeEvents } from "#server/storage/events/writer.postgres.ts";
import { laneOf } from "#server/storage/postgres/lanes.ts";
import { migrate } from "#server/storage/postgres/migrate.ts";
import { readFacts, writeFacts } from "./facts.postgres.ts";
import {
  countRows,
  emptyRows,
  type KeyedTable,
  keyedTables,
  tableRows,
  writeRows,
} from "./tables.postgres.ts";
import { dayAttachments, dayEvents, dayTraces } from "./telemetry.postgres.ts";
import { processStore } from "#server/storage/processes/processes.postgres.ts";
import { settingStore } from "#server/storage/instance/settings.ts";
import { nounDatabase } from "#server/storage/postgres/noun-database.ts";
import { traceWriters } from "#server/storage/traces/writer.postgres.ts";

export type PostgresMove = MoveStore & {
  /** In the order of the move. */
  tables: MovedTable[];
  processes: ProcessStore;
};

const selectCounts = {
  events: "SELECT count(*) AS count FROM events WHERE project_id = $1 AND day = $2",
  attachments: "SELECT count(*) AS count FROM attachments WHERE project_id = $1 AND day = $2",
  traces: "SELECT count(*) AS count FROM traces WHERE lane = $1 AND day = $2",
};
const upsert = `INSERT INTO settings (name, value) VALUES ($1, $2)
  ON CONFLICT (name) DO UPDATE SET value = excluded.value`;

/**
 * A database as one side of a move. `process`: name of the folder on the other side among its
 * processes.
 */
export async function openPostgresMove(url: string, process: string): Promise<PostgresMove> {
  const database = connectDatabase(url, 2);
  await migrate(database);
  const { query, transaction } = database;
  const tables = await keyedTables(query);
  const keyed = (table: MovedTable): KeyedTable => tables.find(({ name }) => name === table.name)!;
  const days = telemetryDays(database);
  const settings = settingStore(nounDatabase(database));
  const tracesIn = traceWriters(days);
  const projects = async () => (await allProjects(query)).toSorted((a, b) => a - b);
  const remember = (on: Query, progress: MoveProgress) =>
    on(upsert, movingSetting, encodeProgress(progress));

  async function countOf(what: keyof typeof selectCounts, day: string): Promise<number> {
    let count = 0;
    for (const project of await projects()) {
      const key = what === "traces" ? laneOf(project) : project;
      count += (await query<{ count: number }>(selectCounts[what], key, day))[0]!.count;
    }
    return count;
  }

  return {
    tables,
    settings,
    processes: processStore(database),
    async isEmpty() {
      const rows = await query("SELECT id FROM users UNION ALL SELECT id FROM projects LIMIT 1");
      return rows.length === 0;
    },
    async progress() {
      const text = await settings.get(movingSetting);
      return text === undefined ? undefined : decodeProgress(text);
    },
    begin: (all, progress) =>
      transaction(async (on) => {
        await emptyRows(on, all);
        await remember(on, progress);
      }),
    count: (table) => countRows(query, table),
    rows: (table, after) => tableRows(query, keyed(table), after),
    write: (table, rows, progress) =>
      transaction(async (on) => {
        await writeRows(on, table, rows);
        await remember(on, progress);
      }),
    days: async () => (await days.list()).toReversed(),
    async countDay(day) {
      const [events, attachments] = [
        await countOf("events", day),
        await countOf("attachments", day),
      ];
      return { events, attachments, traces: await countOf("traces", day) };
    },
    async *events(day, after) {
      yield* dayEvents(query, await projects(), day, after);
    },
    async *attachments(day, after) {
      yield* dayAttachments(query, await projects(), day, after);
    },
    async *traces(day, after) {
      yield* dayTraces(query, await projects(), day, after);
    },
    async writeDay(day, { events = [], attachments = [], traces = [] }, progress) {
      await days.ensure([day]);
      const packed = await packEvents(events);
      await transaction(async (on) => {
        await writeEvents(on, packed);
        await writeAttachments(on, attachments);
        const writes = tracesIn(on);
        for (const round of traces) await writes.write(round);
        await remember(on, progress);
      });
    },
    facts: async () =>
      readFacts(query, {
        process,
        days: (await days.list()).toReversed(),
        projects: await projects(),
      }),
    finish: (facts) => transaction((on) => writeFacts(on, process, facts, Date.now())),
    async complete() {
      // Otherwise, plans assume empty tables until autovacuum runs.
      await query("ANALYZE");
      await settings.remove(movingSetting);
    },
    close: () => database.close(),
  };
}
