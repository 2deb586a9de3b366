import { type BackupSchedule, isOverdue, lastTime } from "#server/domain/backup/schedule.ts";
import type { ScheduledBackup } from "./scheduled-backup.ts";

type BackupClockDeps = {
  schedule: BackupSchedule;
  make: (at: number) => Promise<ScheduledBackup>;
  /** When the newest backup in the folder was started. */
  newestAt: () => Promise<number | undefined>;
  /** When the last intact backup was taken, wherever it is. */
  goodAt: () => Promise<number | undefined>;
  now: () => number;
  onMade: (made: Exclude<ScheduledBackup, { fault: string }>) => void;
  onFailed: (why: string) => void;
  onOverdue: (goodAt: number | undefined) => void;
  onInTime: () => void;
};

/** Retry interval after a failed backup. */
const retryMs = 15 * 60_000;
/** A backup that takes longer is reported as failed but continues. */
const patienceMs = 60 * 60_000;

/**
 * Makes a backup if the newest one in the folder is older than the last scheduled time: at that
 * time, after a start that missed it, and immediately in an empty folder. The returned function
 * checks, and resolves when a started backup is done.
 */
export function createBackupClock(deps: BackupClockDeps): () => Promise<void> {
  const { schedule, now } = deps;
  let begunAt: number | undefined;
  let failedAt: number | undefined;

  async function isDue(): Promise<boolean> {
    const newest = await deps.newestAt();
    return newest === undefined || newest < lastTime(schedule, now());
  }

  async function back(at: number): Promise<void> {
    const made = await deps.make(at).catch((error: Error) => ({ fault: `${error.message}.` }));
    failedAt = "fault" in made ? now() : undefined;
    if ("fault" in made) deps.onFailed(made.fault);
    else deps.onMade(made);
  }

  const hasJustFailed = () => failedAt !== undefined && now() - failedAt < retryMs;

  /** One at a time. */
  async function backIfDue(): Promise<void> {
    if (begunAt !== undefined || hasJustFailed()) return;
    begunAt = now();
    try {
      if (await isDue()) await back(begunAt);
    } finally {
      begunAt = undefined;
    }
  }

  /**
   * Only after an attempt by this process: a server that was off for a week makes its backup first.
   */
  async function tell(): Promise<void> {
    const goodAt = await deps.goodAt();
    if (!isOverdue(schedule, goodAt, now())) return deps.onInTime();
    const isStuck = begunAt !== undefined && now() - begunAt > patienceMs;
    if (failedAt !== undefined || isStuck) deps.onOverdue(goodAt);
  }

  return async () => {
    await backIfDue();
    await tell();
  };
}
