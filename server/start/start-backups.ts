import { createBackupClock } from "#server/backup/backup-clock.ts";
import { newestAt } from "#server/backup/kept-backups.ts";
import { lastBackup, verifiedAt } from "#server/backup/last-backup.ts";
import { backupThread } from "#server/threads/backup-thread.ts";
import type { Config } from "#server/config.ts";
import type { Troubles } from "#server/digest/intake/troubles.ts";
import type { Log } from "#server/telemetry/log.ts";
import { processName } from "./process-name.ts";

/** `sibling`: path of another thread's program, compiled or not. */
type BackupsDeps = {
  sibling: string;
  config: Config;
  version: string;
  troubles: Troubles;
  log: Log;
};

/** After the first pages. */
const firstLookMs = 2_000;
const lookMs = 15_000;

/**
 * Makes the configured backups. `close` aborts a running one; the next one removes its leftovers.
 */
export function startBackups({ sibling, config, version, troubles, log }: BackupsDeps): {
  close(): void;
} {
  const { backup: schedule, dataFolder } = config;
  if (!schedule) return { close: () => undefined };
  const { folder, keep } = schedule;
  // Specific to this data folder: it is not part of a backup, so a restored folder has a different
  // one and doesn't count its source's backups as its own.
  const maker = processName(dataFolder).slice(0, 8);
  const thread = backupThread(sibling);
  const look = createBackupClock({
    schedule,
    now: Date.now,
    newestAt: () => newestAt({ folder, maker }),
    make: (at) => thread.call("make", { dataFolder, folder, maker, keep, version, at }),
    goodAt: async () => verifiedAt(await lastBackup(dataFolder)),
    onMade: ({ file, bytes, removed }) =>
      log("info", "Backup created and verified.", { file, bytes, removed }),
    onFailed: (why) =>
      log("error", `The backup failed: ${why} Next attempt in 15 minutes.`, { folder }),
    onOverdue: (goodAt) =>
      troubles.begin({ kind: "backup-overdue", ...(goodAt !== undefined && { goodAt }) }),
    onInTime: () => troubles.end("backup-overdue"),
  });
  const turn = () =>
    void look().catch((error: unknown) => log("error", "Backups could not be checked.", { error }));
  const first = setTimeout(turn, firstLookMs).unref();
  const every = setInterval(turn, lookMs).unref();
  return {
    close() {
      clearTimeout(first);
      clearInterval(every);
      thread.close();
    },
  };
}
