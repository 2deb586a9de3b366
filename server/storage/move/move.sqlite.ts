import {
  decodeProgress,
  encodeProgress,
  type MoveProgress,
  type MoveStore,
  type MovedTable,
  movingSetting,
} from "#server/storage/move/move-store.ts";
import { artifactFile } from "#server/storage/artifacts/file.sqlite.ts";
import { atOnce } from "#server/storage/sqlite/at-once.ts";
import { connect } from "#server/storage/sqlite/connections.ts";
import { dayFiles } from "#server/storage/sqlite/day-files.ts";
import { readFacts, writeFacts } from "./facts.sqlite.ts";
import { countRows, emptyRows, isArtifactTable, tableRows, writeRows } from "./tables.sqlite.ts";
import { countDay, dayAttachments, dayEvents, dayTraces } from "./telemetry.sqlite.ts";
import { forgetLostBatches } from "#server/storage/sqlite/recover.ts";
import { settingStore } from "#server/storage/instance/settings.ts";
import { nounDatabase } from "#server/storage/sqlite/noun-database.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";
import { telemetryBatches } from "#server/storage/sqlite/telemetry-batches.ts";
import { writeQueue } from "#server/storage/sqlite/writing.ts";

/**
 * A folder as one side of a move; opening it takes its lock. Telemetry is written like the
 * digest's, in batches known to spoor.db: rows of an interrupted batch are deleted when the folder
 * is opened next. `onDamagedDay`: called for unreadable days.
 */
export async function openSqliteMove(
  folder: string,
  onDamagedDay: (day: string) => void,
): Promise<MoveStore> {
  const connections = connect(folder, 8_000);
  const { reader, writer } = connections;
  const { write, idle } = writeQueue(writer);
  const files = dayFiles(folder, false, { onDamaged: onDamagedDay });
  const artifacts = artifactFile(folder, false);
  const settings = settingStore(nounDatabase(connections, write));
  const batchNow = prepare<{ batch: number }>(writer, "SELECT batch FROM digest");
  const upsert =
    "INSERT INTO settings (name, value) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET value = ?2";
  const keep = prepare(writer, upsert);
  const remember = (progress: MoveProgress) => keep.run(movingSetting, encodeProgress(progress));
  await write(() => forgetLostBatches(files, batchNow.get()!.batch));

  const writeTelemetry = telemetryBatches(writer, files);
  const databaseOf = (table: MovedTable) => (isArtifactTable(table) ? artifacts.open()! : reader);
  const isThere = (table: MovedTable) => !isArtifactTable(table) || artifacts.exists();

  return {
    settings,
    isEmpty: async () =>
      prepare(reader, "SELECT 1 FROM users UNION ALL SELECT 1 FROM projects").get() === undefined,
    async progress() {
      const text = await settings.get(movingSetting);
      return text === undefined ? undefined : decodeProgress(text);
    },
    begin: (tables, progress) =>
      write(() => {
        emptyRows(
          writer,
          tables.filter((table) => !isArtifactTable(table)),
        );
        remember(progress);
      }),
    count: async (table) => (isThere(table) ? countRows(databaseOf(table), table) : 0),
    async *rows(table, after) {
      if (isThere(table)) yield* tableRows(databaseOf(table), table, after);
    },
    write: (table, rows, progress) =>
      write(() => {
        if (isArtifactTable(table))
          atOnce(artifacts.open()!, () => writeRows(artifacts.open()!, table, rows));
        else writeRows(writer, table, rows);
        remember(progress);
      }),
    days: async () =>
      files
        .days()
        .filter((day) => files.open(day))
        .toReversed(),
    countDay: async (day) => {
      const file = files.open(day);
      return file ? countDay(file) : { events: 0, attachments: 0, traces: 0 };
    },
    async *events(day, after) {
      const file = files.open(day);
      if (file) yield* dayEvents(file, after);
    },
    async *attachments(day, after) {
      const file = files.open(day);
      if (file) yield* dayAttachments(file, after);
    },
    async *traces(day, after) {
      const file = files.open(day);
      if (file) yield* dayTraces(file, after);
    },
    writeDay: (_, telemetry, progress) =>
      write(() => writeTelemetry(telemetry, () => remember(progress))),
    facts: async () =>
      readFacts(artifacts.exists() ? [reader, artifacts.open()!] : [reader], files),
    finish: (facts) =>
      write(() =>
        writeFacts(
          { main: writer, artifacts: artifacts.exists() ? artifacts.open() : undefined, files },
          facts,
        ),
      ),
    complete: () => settings.remove(movingSetting),
    async close() {
      await idle();
      files.close();
      artifacts.close();
      for (const connection of new Set([reader, writer])) connection.close();
    },
  };
}
