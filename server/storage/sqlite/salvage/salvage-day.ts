import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { MovedTelemetry } from "#server/storage/move/move-store.ts";
import { damageOf } from "../check-file.ts";
import { connect, telemetryFolder } from "../connections.ts";
import { markDamaged, setAsideFiles, setAsideMarked } from "../damaged-days.ts";
import { type Day, makeDayFile } from "../day-file.ts";
import { dayFiles } from "../day-files.ts";
import { registerFile } from "../files.ts";
import { forgetLostBatches } from "../recover.ts";
import { prepare } from "../statement.ts";
import { telemetryBatches } from "../telemetry-batches.ts";
import { writeQueue } from "../writing.ts";
import { chooser, type ReadPart } from "./chooser.ts";
import { copyReadable, createKnown, keepPossible } from "./scratch-day.ts";
import { type Measured, type SalvagedCounts, writeSalvaged } from "./write-salvaged.ts";

export type Salvaged = SalvagedCounts & { files: string[] };

/**
 * Sets the day aside if it is damaged, writes readable data of its set-aside files into the day's
 * current file, and renames them. Undefined if the day is not damaged. The caller holds the
 * folder's lock; `scratch` is an empty folder.
 */
export async function salvageDay(
  { folder, scratch, readPart }: { folder: string; scratch: string; readPart: ReadPart },
  day: Day,
): Promise<Salvaged | undefined> {
  const telemetry = telemetryFolder(folder);
  const path = join(telemetry, `${day}.db`);
  if (existsSync(path) && damageOf(path) !== undefined) markDamaged(telemetry, day);
  setAsideMarked(telemetry);
  const names = setAsideFiles(telemetry).flatMap((file) => (file.day === day ? [file.name] : []));
  if (names.length === 0) return undefined;
  const found = scratchOf(
    names.map((name) => join(telemetry, name)),
    scratch,
    day,
  );
  try {
    const counts = await writeInto(folder, found, { day, readPart });
    renameSalvaged(telemetry, names);
    return { files: names, ...counts };
  } finally {
    found.close();
  }
}

const selectMeasured = `SELECT ifnull(sum(events), 0) AS events, ifnull(sum(traces), 0) AS traces
  FROM telemetry_shares WHERE day = ?`;

/** All in one file, so that a row in two of the damaged files counts once. */
function scratchOf(paths: string[], folder: string, day: Day): DatabaseSync {
  const { database } = makeDayFile(folder, day);
  database.exec("PRAGMA synchronous = OFF; BEGIN");
  database.exec(createKnown);
  for (const path of paths) copyReadable(path, database);
  keepPossible(database, day);
  database.exec("COMMIT");
  return database;
}

async function writeInto(
  folder: string,
  scratch: DatabaseSync,
  { day, readPart }: { day: Day; readPart: ReadPart },
): Promise<SalvagedCounts> {
  const connections = connect(folder, 8_000);
  const { reader, writer } = connections;
  const { write, idle } = writeQueue(writer);
  const files = dayFiles(folder, false, { onMade: registerFile(writer) });
  try {
    await write(() =>
      forgetLostBatches(
        files,
        prepare<{ batch: number }>(writer, "SELECT batch FROM digest").get()!.batch,
      ),
    );
    const writeBatch = telemetryBatches(writer, files);
    const writeAll = (telemetry: MovedTelemetry) =>
      write(() => writeBatch(telemetry, () => undefined));
    // A newer file has been measured instead of the damaged one.
    const isMeasured = !existsSync(join(telemetryFolder(folder), `${day}.db`));
    const measured = isMeasured
      ? prepare<Measured>(writer, selectMeasured).get(day)!
      : { events: 0, traces: 0 };
    const counts = await writeSalvaged(
      scratch,
      chooser(writer, files, readPart),
      writeAll,
      measured,
    );
    // Otherwise, the renamed file would be reported as missing.
    await write(() => void prepare(writer, "DELETE FROM telemetry_files WHERE day = ?").run(day));
    return counts;
  } finally {
    await idle();
    files.close();
    for (const connection of new Set([reader, writer])) connection.close();
  }
}

const endings = ["", "-wal", "-shm"];

/** Kept until the day expires: retention deletes it with the day. */
export function renameSalvaged(telemetry: string, names: string[]): void {
  for (const name of names)
    for (const ending of endings) {
      const from = join(telemetry, name + ending);
      if (existsSync(from)) renameSync(from, join(telemetry, `${name}.salvaged${ending}`));
    }
}
