import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { RetentionStore } from "#server/storage/retention/retention-store.ts";
import { telemetryFolder } from "#server/storage/sqlite/connections.ts";
import type { Day } from "#server/storage/sqlite/day-file.ts";
import type { DayFiles } from "#server/storage/sqlite/day-files.ts";
import { fileBytes } from "#server/storage/sqlite/file-bytes.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";
import type { BetweenBatches } from "./trace-thin.sqlite.ts";
import type { Write } from "#server/storage/sqlite/writing.ts";

type Deps = { folder: string; files: DayFiles; between: BetweenBatches };

const begin = `INSERT INTO retention_acts (at, kind, day, bytes, events, traces)
  SELECT ?1, ?2, ?3, ?4, ifnull(sum(events), 0), ifnull(sum(traces), 0) FROM telemetry_shares WHERE day = ?3
  HAVING NOT EXISTS (SELECT 1 FROM retention_acts WHERE day = ?3 AND ended_at IS NULL)`;

/**
 * Dropping a day takes two transactions: the first records it, the second unlinks the files and
 * records that. The second is repeated until done. A process that has the file open keeps it until
 * it closes it (`day-files.ts`).
 */
export function dayDrops(
  writer: DatabaseSync,
  write: Write,
  { folder, files, between }: Deps,
): Pick<RetentionStore, "drop" | "finishDrops"> {
  const telemetry = telemetryFolder(folder);
  const beginDrop = prepare(writer, begin);
  const open = prepare<{ day: Day }>(
    writer,
    "SELECT day FROM retention_acts WHERE ended_at IS NULL ORDER BY id",
  );
  const forgetDay = prepare(writer, "DELETE FROM telemetry_days WHERE day = ?");
  // Days are dropped in order, by age and size. Lost files of older days are no longer reported.
  const forgetFiles = prepare(writer, "DELETE FROM telemetry_files WHERE day <= ?");
  const forgetShares = prepare(writer, "DELETE FROM telemetry_shares WHERE day = ?");
  const end = prepare(
    writer,
    "UPDATE retention_acts SET ended_at = ? WHERE day = ? AND ended_at IS NULL",
  );

  function finish(day: Day, now: number): void {
    unlinkDay(telemetry, day);
    files.days();
    forgetDay.run(day);
    forgetShares.run(day);
    forgetFiles.run(day);
    removeSetAside(telemetry, day);
    end.run(now, day);
  }

  return {
    async drop({ day, why }, now) {
      await write(() => void beginDrop.run(now, why, day, fileBytes(join(telemetry, `${day}.db`))));
      await between(() => finish(day, now));
    },
    finishDrops: (now) =>
      between(() => {
        const days = open.all();
        for (const { day } of days) finish(day, now);
        removeStrays(telemetry);
        return days.length;
      }),
  };
}

/** The database first: without it, the others are not opened, and until then they belong to it. */
function unlinkDay(telemetry: string, day: Day): void {
  for (const suffix of ["", "-wal", "-shm"])
    rmSync(join(telemetry, `${day}.db${suffix}`), { force: true });
}

/** Damaged files of the day and of older ones. */
function removeSetAside(telemetry: string, day: Day): void {
  const name = /^(\d{4}-\d{2}-\d{2})\.db\.damaged/;
  for (const each of readdirSync(telemetry)) {
    const of = name.exec(each)?.[1];
    if (of !== undefined && of <= day) rmSync(join(telemetry, each), { force: true });
  }
}

/**
 * Logs without a database, after a crash between two deletions, or while someone was opening the
 * file.
 */
function removeStrays(telemetry: string): void {
  const names = new Set(readdirSync(telemetry));
  for (const name of names) {
    const database = /^(\d{4}-\d{2}-\d{2}\.db)-(?:wal|shm)$/.exec(name)?.[1];
    if (database !== undefined && !names.has(database))
      rmSync(join(telemetry, name), { force: true });
  }
}
