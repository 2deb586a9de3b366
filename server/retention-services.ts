import type { LastBackup } from "#server/backup/last-backup.ts";
import type { QuarantineReading } from "#server/digest/quarantine.ts";
import type { BackupSchedule } from "#server/domain/backup/schedule.ts";
import type { RetentionLimits } from "#server/domain/retention/limits.ts";
import type { Forecast } from "#server/domain/retention/forecast.ts";
import type { Doer } from "#server/people-services.ts";
import type { ProcessStanding } from "#server/storage/process-store.ts";
import type { ProjectShare, RetentionAct, TelemetryDay } from "#server/storage/retention-store.ts";

/** The part of `Commands` (services.ts) about how long things are kept. */
export interface RetentionCommands {
  changeRetention(by: Doer, limits: RetentionLimits): Promise<void>;
}

/** What takes how much room, what goes next, where it leads. */
export type ReadStorage = () => Promise<StorageReading>;

export type StorageReading = {
  limits: RetentionLimits;
  /** Oldest first. */
  days: TelemetryDay[];
  /** The largest first. */
  shares: ShareOfStorage[];
  /** Bytes of what is no day's telemetry. */
  files: { main: number; artifacts: number; spool: number };
  /** Accepted requests that could not be read. */
  quarantine: QuarantineReading;
  /** Of the data folder: where what is accepted waits, and with SQLite everything. */
  disk: { freeBytes: number; totalBytes: number };
  /** Whether all but what waits is in a database elsewhere. */
  inDatabase: boolean;
  backups: BackupReading;
  /** Those that share the database; empty with a folder of one's own. */
  processes: ProcessStanding[];
  /** Absent before the first whole day. */
  forecast?: Forecast;
  /** What retention did last, the newest first. */
  acts: RetentionAct[];
};

/** Backups of the data folder. With a database elsewhere there are none. */
export type BackupReading = { last?: LastBackup; schedule?: BackupSchedule; isOverdue: boolean };

/** What each day takes, and what is no day's telemetry, in bytes: as it was some seconds ago. */
export type ReadSizes = () => Promise<{ days: TelemetryDay[]; besides: { main: number; artifacts: number } }>;

export type StorageReads = {
  readonly readSizes: ReadSizes;
  readonly readStorage: ReadStorage;
  /** Undefined where the data is in a database, which is backed up by its own tools. */
  readonly readBackups: (() => Promise<BackupReading>) | undefined;
};

export type ShareOfStorage = ProjectShare & { artifactBytes: number };
