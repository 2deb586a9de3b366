import { join, resolve } from "node:path";
import { type BackupSchedule, parseTimes } from "#server/domain/backup/schedule.ts";

type Context = { dataFolder: string; inDatabase: boolean };

/** Undefined if no backups are scheduled; a message for the operator if a variable is wrong. */
export function readBackupSettings(
  {
    SPOOR_BACKUP_FOLDER: folder,
    SPOOR_BACKUP_TIME: time,
    SPOOR_BACKUP_KEEP: keep,
  }: NodeJS.ProcessEnv,
  { dataFolder, inDatabase }: Context,
): BackupSchedule | undefined | { wrong: string } {
  const minutes = parseTimes(time || "02:00");
  if (!minutes)
    return {
      wrong: `SPOOR_BACKUP_TIME is “${time}”. Use times in UTC, like 02:00 or 02:00,14:00.`,
    };
  if (keep && !/^[1-9]\d{0,3}$/.test(keep))
    return { wrong: `SPOOR_BACKUP_KEEP is “${keep}”. Use a number from 1 to 9999.` };
  if (!folder) return withoutFolder(time ? "SPOOR_BACKUP_TIME" : keep && "SPOOR_BACKUP_KEEP");
  if (inDatabase) return { wrong: elsewhere };
  const path = resolve(folder);
  if (ownFolders.some((name) => path === join(dataFolder, name)))
    return {
      wrong: `SPOOR_BACKUP_FOLDER is “${folder}”, the data folder itself. Choose another folder.`,
    };
  return { folder: path, minutes, keep: Number(keep || 7) };
}

const ownFolders = ["", "telemetry", "spool", "quarantine"];

const elsewhere =
  "SPOOR_BACKUP_FOLDER cannot be used with DATABASE_URL: a backup of the data folder does not contain the database. " +
  "Back up PostgreSQL with pg_dump or archived WAL, and remove SPOOR_BACKUP_FOLDER.";

function withoutFolder(variable: string | undefined): undefined | { wrong: string } {
  if (!variable) return undefined;
  return {
    wrong: `${variable} has no effect without SPOOR_BACKUP_FOLDER. Set it to the folder for backups.`,
  };
}
