import { statfs } from "node:fs/promises";
import { join } from "node:path";
import { lastBackup, verifiedAt, type LastBackup } from "#server/backup/last-backup.ts";
import type { Config } from "#server/config.ts";
import {
  quarantineFolder,
  readQuarantine,
  type QuarantineReading,
} from "#server/digest/spool/quarantine.ts";
import { waitingBytes } from "#server/digest/spool/spool-copy.ts";
import { isOverdue, type BackupSchedule } from "#server/domain/backup/schedule.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import { forecast, type Forecast } from "#server/domain/retention/forecast.ts";
import type { ProcessStatus } from "#server/storage/processes/process-store.ts";
import type {
  ProjectShare,
  RetentionAct,
  TelemetryDay,
} from "#server/storage/retention/retention-store.ts";
import type { Store } from "#server/storage/store.ts";
import type { RetentionLimits } from "#server/domain/retention/limits.ts";

/** Disk usage, what is deleted next, and a forecast. */
type ReadStorage = () => Promise<StorageReading>;

export type StorageReading = {
  limits: RetentionLimits;
  /** Oldest first. */
  days: TelemetryDay[];
  /** Largest first. */
  shares: ShareOfStorage[];
  /** Bytes outside daily telemetry. */
  files: { main: number; artifacts: number; spool: number };
  /** Accepted requests that couldn't be read. */
  quarantine: QuarantineReading;
  /** Of the data folder: contains the queue and, with SQLite, everything. */
  disk: { freeBytes: number; totalBytes: number };
  /** Whether everything except the queue is in an external database. */
  inDatabase: boolean;
  backups: BackupReading;
  /** The processes that share the database; empty with a data folder. */
  processes: ProcessStatus[];
  /** Absent before the first whole day. */
  forecast?: Forecast;
  /** The last retention actions, newest first. */
  acts: RetentionAct[];
};

/** Backups of the data folder. Not used with an external database. */
export type BackupReading = { last?: LastBackup; schedule?: BackupSchedule; isOverdue: boolean };

/** Bytes of each day and of other data, a few seconds old. */
type ReadSizes = () => Promise<{
  days: TelemetryDay[];
  besides: { main: number; artifacts: number };
}>;

export type StorageReads = {
  readonly readSizes: ReadSizes;
  readonly readStorage: ReadStorage;
  /** Undefined if the data is in a database, which has its own backup tools. */
  readonly readBackups: (() => Promise<BackupReading>) | undefined;
};

export type ShareOfStorage = ProjectShare & { artifactBytes: number };

const actsShown = 20;
const quarantinedShown = 20;

type StorageDeps = {
  config: Pick<Config, "dataFolder" | "databaseUrl" | "backup">;
  now: () => number;
};

/**
 * Measuring takes milliseconds: a database has a file for each table and day. Pages show recent
 * values.
 */
const sizesFreshMs = 5_000;

export function createReadSizes({ retention }: Pick<Store, "retention">): ReadSizes {
  let last: { at: number; sizes: ReturnType<ReadSizes> } | undefined;
  const read = async () => {
    const [days, besides] = await Promise.all([retention.days(), retention.besides()]);
    return { days, besides };
  };
  return () => {
    const at = performance.now();
    if (last && at - last.at < sizesFreshMs) return last.sizes;
    const asked = (last = { at, sizes: read() });
    // A failed request is retried.
    asked.sizes.catch(() => (last = last === asked ? undefined : last));
    return asked.sizes;
  };
}

/** Reads the sizes of a few dozen files and the store's last measurement: a few milliseconds. */
export function createReadStorage(
  store: Store,
  { config, now }: StorageDeps,
  readSizes: ReadSizes,
): ReadStorage {
  const { dataFolder } = config;
  const inDatabase = config.databaseUrl !== undefined;
  const { retention, artifacts } = store;
  const readBackups = createReadBackups({ config, now });
  return async () => {
    const [{ days, besides }, limits, acts, shared, uploads, processes, digested] =
      await Promise.all([
        readSizes(),
        retention.limits(),
        retention.acts(actsShown),
        retention.shares(),
        artifacts.bytesByProject(),
        store.processes.list(0),
        store.digested(),
      ]);
    const [disk, spool, quarantine, backups] = await Promise.all([
      diskOf(dataFolder),
      waitingBytes(join(dataFolder, "spool"), digested),
      readQuarantine(quarantineFolder(dataFolder), quarantinedShown),
      readBackups(),
    ]);
    const files = { ...besides, spool };
    // The database's disk is unknown.
    const found = forecast(days, limits, {
      now: now(),
      freeBytes: inDatabase ? Infinity : disk.freeBytes,
    });
    const shares = withUploads(shared, uploads, files.artifacts);
    const rest = { quarantine, backups, ...(found && { forecast: found }) };
    return { limits, days, acts, disk, files, shares, inDatabase, processes, ...rest };
  };
}

export function createStorageReads(store: Store, deps: StorageDeps): StorageReads {
  const readSizes = createReadSizes(store);
  return {
    readSizes,
    readStorage: createReadStorage(store, deps, readSizes),
    readBackups: deps.config.databaseUrl === undefined ? createReadBackups(deps) : undefined,
  };
}

/** Reads one small file. */
function createReadBackups({
  config: { dataFolder, backup },
  now,
}: StorageDeps): () => Promise<BackupReading> {
  return async () => {
    // A damaged file must not break the page.
    const last = await lastBackup(dataFolder).catch(() => undefined);
    return {
      ...(last && { last }),
      ...(backup && { schedule: backup }),
      isOverdue: backup !== undefined && isOverdue(backup, verifiedAt(last), now()),
    };
  };
}

async function diskOf(folder: string) {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/** Distributes the disk usage of uploads in proportion to their uncompressed sizes. */
function withUploads(
  shares: ProjectShare[],
  uploads: [ProjectId, number][],
  onDisk: number,
): ShareOfStorage[] {
  const whole = uploads.reduce((sum, [, bytes]) => sum + bytes, 0);
  const known = new Map(shares.map((share) => [share.projectId, { ...share, artifactBytes: 0 }]));
  for (const [projectId, bytes] of uploads) {
    const artifactBytes = whole > 0 ? Math.round((onDisk * bytes) / whole) : 0;
    known.set(projectId, { ...nothing, projectId, ...known.get(projectId), artifactBytes });
  }
  return [...known.values()].toSorted(
    (a, b) => bytesOfShare(b) - bytesOfShare(a) || a.projectId - b.projectId,
  );
}

const nothing = { events: 0, traces: 0, eventBytes: 0, traceBytes: 0, attachmentBytes: 0 };

const bytesOfShare = (share: ShareOfStorage): number =>
  share.eventBytes + share.traceBytes + share.attachmentBytes + share.artifactBytes;
