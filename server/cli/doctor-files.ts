import { existsSync } from "node:fs";
import { lastBackup } from "#server/backup/last-backup.ts";
import { checkStorage, describeStorage } from "#server/storage/sqlite/sizes.ts";
import type { FilesSeen } from "#server/storage/file-store.ts";
import type { Finding } from "./doctor.ts";
import { printBytes } from "./print-bytes.ts";

/** Reads every page of every database file, and says what to do about each that is damaged. */
export async function fileFindings(folder: string): Promise<Finding[]> {
  const sizes = await describeStorage(folder);
  const faults = new Map((await checkStorage(folder)).map(({ file, fault }) => [file, fault]));
  const backup = await newestBackup(folder);
  return sizes.map(({ file, bytes }) => {
    const fault = faults.get(file);
    if (fault === undefined) return { check: file, ok: true, detail: printBytes(bytes) };
    return { check: file, ok: false, detail: `${fault}. ${remedyOf(folder, file, backup)}` };
  });
}

/** Days whose file is not there, and days whose damaged file was set aside. */
export async function lostDayFindings(folder: string, { missing, setAside }: FilesSeen): Promise<Finding[]> {
  const backup = await newestBackup(folder);
  return [
    ...missing.map((day) => ({
      check: `telemetry/${day}.db`,
      ok: false,
      detail:
        `the file is missing. ${restoreDaySentence(folder, day, backup)}. ` +
        `Without one, stop Spoor and run “spoor salvage ${day} --accept-loss”, which ends this report`,
    })),
    ...setAside.map((day) => ({
      check: `telemetry/${day}.db.damaged`,
      ok: false,
      detail:
        `was set aside because it is damaged. ${salvageSentence(day)}. ${restoreDaySentence(folder, day, backup)}. ` +
        `Run “spoor salvage ${day} --accept-loss” to end this report without saving anything`,
    })),
  ];
}

/** Beside what is said of the damaged file itself. */
export const unreadableFinding: Finding = {
  check: "store",
  ok: false,
  detail: "spoor.db is damaged: users, limits and the queue cannot be checked",
};

const noBackup = "no backup found";

/**
 * A backup is a plain tar; tar itself decompresses one that ends in `.zst`. Never onto the day's own name: a file may have been made
 * there since, and salvaging adds to it what it does not have.
 */
const restoreDaySentence = (folder: string, day: string, backup: NewestBackup | undefined) =>
  `To bring back what a backup has, stop Spoor and run: tar -xOf ${backup?.file ?? "FILE"} telemetry/${day}.db ` +
  `> ${folder}/telemetry/${day}.db.damaged && spoor salvage ${day} (${backup?.sentence ?? noBackup})`;

const salvageSentence = (day: string) => `Stop Spoor and run “spoor salvage ${day}”, which saves what is readable`;

type NewestBackup = { file: string; sentence: string };

function remedyOf(folder: string, file: string, backup: NewestBackup | undefined): string {
  const day = /^telemetry\/(.*)\.db$/.exec(file)?.[1];
  if (day !== undefined)
    return `Other days are not affected. ${salvageSentence(day)}. ${restoreDaySentence(folder, day, backup)}`;
  if (file === "artifacts.db")
    return "It holds uploaded source maps; events are not in it. Stop Spoor and delete it, then upload again, or restore a backup";
  return (
    "It holds projects, issues, users and settings. Events and traces are in other files, and requests that wait are " +
    `in the spool and are not affected. ${backup ? restoreSentence(backup) : noBackupSentence}`
  );
}

const restoreSentence = ({ file, sentence }: NewestBackup) =>
  `Stop Spoor and run “spoor restore ${file} --force”, which moves aside what is there. The newest backup known: ${sentence}`;

const noBackupSentence =
  "No backup is known here: look for files of “spoor backup”, and restore the newest with “spoor restore FILE --force”. " +
  "Without one, copy the data folder before anything else; “sqlite3 spoor.db .recover” may save rows of it";

async function newestBackup(folder: string): Promise<NewestBackup | undefined> {
  const last = await lastBackup(folder).catch(() => undefined);
  if (!last) return undefined;
  const there = existsSync(last.file) ? "" : ", which is no longer at that path";
  return { file: last.file, sentence: `${last.file} of ${last.takenAt}, ${printBytes(last.bytes)}${there}` };
}
