import { existsSync } from "node:fs";
import { lastBackup } from "#server/backup/last-backup.ts";
import { checkStorage, describeStorage } from "#server/storage/retention/sizes.sqlite.ts";
import type { FilesSeen } from "#server/storage/instance/file-store.ts";
import type { Finding } from "./doctor.ts";
import { printBytes } from "./print-bytes.ts";

/** Reads every page of every database file and suggests a fix for each damaged one. */
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

/** Days with missing files, and days whose damaged file was moved aside. */
export async function lostDayFindings(
  folder: string,
  { missing, setAside }: FilesSeen,
): Promise<Finding[]> {
  const backup = await newestBackup(folder);
  return [
    ...missing.map((day) => ({
      check: `telemetry/${day}.db`,
      ok: false,
      detail:
        `the file is missing. ${restoreDaySentence(folder, day, backup)}. ` +
        `Without a backup, stop Spoor and run “spoor salvage ${day} --accept-loss” to stop reporting it`,
    })),
    ...setAside.map((day) => ({
      check: `telemetry/${day}.db.damaged`,
      ok: false,
      detail:
        `the file is damaged and was set aside. ${salvageSentence(day)}. ${restoreDaySentence(folder, day, backup)}. ` +
        `Or run “spoor salvage ${day} --accept-loss” to stop reporting it without recovering anything`,
    })),
  ];
}

/** In addition to the finding about the damaged file itself. */
export const unreadableFinding: Finding = {
  check: "store",
  ok: false,
  detail: "spoor.db is damaged, so users, limits, and the queue cannot be checked",
};

const noBackup = "no backup found";

/**
 * A backup is a plain tar; tar itself decompresses `.zst`. Never restored under the day's own name:
 * a new file may exist by now, and salvaging adds the missing data to it.
 */
const restoreDaySentence = (folder: string, day: string, backup: NewestBackup | undefined) =>
  `To restore the day from a backup, stop Spoor and run: tar -xOf ${backup?.file ?? "FILE"} telemetry/${day}.db ` +
  `> ${folder}/telemetry/${day}.db.damaged && spoor salvage ${day} (${backup?.sentence ?? noBackup})`;

const salvageSentence = (day: string) =>
  `To recover what is readable, stop Spoor and run “spoor salvage ${day}”`;

type NewestBackup = { file: string; sentence: string };

function remedyOf(folder: string, file: string, backup: NewestBackup | undefined): string {
  const day = /^telemetry\/(.*)\.db$/.exec(file)?.[1];
  if (day !== undefined)
    return `Other days are not affected. ${salvageSentence(day)}. ${restoreDaySentence(folder, day, backup)}`;
  if (file === "artifacts.db")
    return "It contains uploaded source maps and no events. Stop Spoor, delete the file, and upload again, or restore a backup";
  return (
    "It contains projects, issues, users, and settings. Events, traces, and queued requests are in other files and are " +
    `not affected. ${backup ? restoreSentence(backup) : noBackupSentence}`
  );
}

const restoreSentence = ({ file, sentence }: NewestBackup) =>
  `Stop Spoor and run “spoor restore ${file} --force”, which moves the current data aside. Newest known backup: ${sentence}`;

const noBackupSentence =
  "No backup is known here. Look for files that “spoor backup” wrote, and restore the newest with “spoor restore FILE --force”. " +
  "Without one, first copy the data folder, then try “sqlite3 spoor.db .recover”";

async function newestBackup(folder: string): Promise<NewestBackup | undefined> {
  const last = await lastBackup(folder).catch(() => undefined);
  if (!last) return undefined;
  const there = existsSync(last.file) ? "" : ", no longer at that path";
  return {
    file: last.file,
    sentence: `${last.file} of ${last.takenAt}, ${printBytes(last.bytes)}${there}`,
  };
}
