import { bytesText } from "#app/ui/format/bytes.ts";
import { Facts } from "#app/ui/facts.tsx";
import { Time } from "#app/ui/format/time.tsx";
import { timesText } from "#server/domain/backup/schedule.ts";
import type { BackupReading, StorageReading } from "#server/read/read-storage.ts";

type BackupFile = Pick<NonNullable<BackupReading["last"]>, "takenAt" | "file" | "bytes">;

type BackupsPartProps = Pick<StorageReading, "backups" | "inDatabase"> & { now: number };

/**
 * The last backup and the schedule. Both are set by environment variables: a page must not choose
 * folders to write to.
 */
export function BackupsPart({ backups, inDatabase, now }: BackupsPartProps) {
  const { last, schedule, isOverdue } = backups;
  if (inDatabase)
    return (
      <p>
        This instance's data is in PostgreSQL: back up the database with <code>pg_dump</code> or
        archived WAL. The data folder contains only queued requests.
      </p>
    );
  return (
    <>
      {isOverdue && (
        <p className="error">
          {`No scheduled backup has succeeded ${last?.verified ? "for two intervals" : "yet"}. See the log for the reason.`}
        </p>
      )}
      <Facts
        facts={[
          ["Last verified backup", last?.verified ? backupText(last.verified, now) : "None"],
          ["Last backup", isUnverified(last) && backupText(last!, now)],
          ["Schedule", schedule ? `Daily at ${timesText(schedule)}` : "None"],
          ["Folder", schedule?.folder],
          ["Backups kept", schedule?.keep],
        ]}
      />
      {!schedule && (
        <p>
          Set the environment variable <code>SPOOR_BACKUP_FOLDER</code> to back up every day, or run{" "}
          <code>spoor backup FILE</code>.
        </p>
      )}
    </>
  );
}

const isUnverified = (last: BackupReading["last"]) =>
  last !== undefined && last.verified?.takenAt !== last.takenAt;

function backupText({ takenAt, file, bytes }: BackupFile, now: number) {
  return (
    <>
      <Time at={Date.parse(takenAt)} now={now} />, {bytesText(bytes)}, <code>{file}</code>
    </>
  );
}
