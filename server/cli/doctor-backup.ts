import { backupFolderFault } from "#server/backup/backup-folder.ts";
import { lastBackup, type LastBackup, verifiedAt } from "#server/backup/last-backup.ts";
import type { Config } from "#server/config.ts";
import { type BackupSchedule, isOverdue, timesText } from "#server/domain/backup/schedule.ts";
import type { Finding } from "./doctor.ts";
import { printBytes } from "./print-bytes.ts";

export async function backupFindings(
  { dataFolder, backup }: Config,
  now: number,
): Promise<Finding[]> {
  const last = await lastBackup(dataFolder).catch(() => undefined);
  if (!backup)
    return [{ check: "last backup", ok: true, detail: last ? lastText(last, now) : noBackup }];
  const folderFault = await backupFolderFault(backup.folder, dataFolder);
  const isLate = isOverdue(backup, verifiedAt(last), now);
  const parts = [
    last ? lastText(last, now) : "none yet",
    scheduleText(backup),
    ...(isLate ? [remedyOf(last)] : []),
  ];
  return [
    { check: "backup folder", ok: folderFault === undefined, detail: folderFault ?? backup.folder },
    { check: "last backup", ok: !isLate, detail: parts.join("; ") },
  ];
}

/** Not an error: the operator may use disk snapshots. */
const noBackup = "none yet: set SPOOR_BACKUP_FOLDER, or run “spoor backup FILE”";

function lastText(last: LastBackup, now: number): string {
  const hours = Math.max(0, Math.round((now - Date.parse(last.takenAt)) / 3_600_000));
  const isVerified = last.verified?.takenAt === last.takenAt;
  const verified = isVerified ? "verified" : `not verified: spoor verify ${last.file}`;
  return `${last.takenAt} (${hours} hours ago), ${last.file}, ${printBytes(last.bytes)}, ${verified}`;
}

const scheduleText = (backup: BackupSchedule) =>
  `scheduled for ${timesText(backup)} in ${backup.folder}`;

const remedyOf = (last: LastBackup | undefined) =>
  `no scheduled backup has succeeded ${last?.verified ? "for two intervals" : "yet"}: ` +
  "see the server's log for the reason. The server retries every 15 minutes";
