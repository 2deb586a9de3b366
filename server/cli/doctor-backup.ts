import { lastBackup, type LastBackup, verifiedAt } from "#server/backup/last-backup.ts";
import type { Config } from "#server/config.ts";
import { type BackupSchedule, isOverdue, timesText } from "#server/domain/backup/schedule.ts";
import type { Finding } from "./doctor.ts";
import { printBytes } from "./print-bytes.ts";

/** Without a schedule, no backup is no fault of the installation: a snapshot of the disk may be how it is done here. */
export async function backupFinding({ dataFolder, backup }: Config, now: number): Promise<Finding> {
  const last = await lastBackup(dataFolder).catch(() => undefined);
  const ok = backup === undefined || !isOverdue(backup, verifiedAt(last), now);
  const parts = [lastText(last, now), ...(backup ? [scheduleText(backup)] : []), ...(ok ? [] : [remedy])];
  return { check: "last backup", ok, detail: parts.join("; ") };
}

function lastText(last: LastBackup | undefined, now: number): string {
  if (!last) return "none yet: set SPOOR_BACKUP_FOLDER, or run “spoor backup FILE”";
  const hours = Math.max(0, Math.round((now - Date.parse(last.takenAt)) / 3_600_000));
  const isVerified = last.verified?.takenAt === last.takenAt;
  const verified = isVerified ? "verified" : `not verified: spoor verify ${last.file}`;
  return `${last.takenAt} (${hours} hours ago), ${last.file}, ${printBytes(last.bytes)}, ${verified}`;
}

const scheduleText = (backup: BackupSchedule) => `scheduled for ${timesText(backup)} in ${backup.folder}`;

const remedy =
  "no scheduled backup has succeeded for two intervals: the log says why, and Spoor tries again every 15 minutes";
