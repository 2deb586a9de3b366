import { dirname, extname, join } from "node:path";
import { Worker } from "node:worker_threads";
import type { ScheduledBackup, ScheduledBackupDeps } from "#server/backup/scheduled-backup.ts";
import { startOnCall, type Thread } from "./thread-calls.ts";

/** Calls of the thread that writes and reads backups (`backup-worker.ts`). */
export type BackupCalls = { make: (parts: ScheduledBackupDeps) => Promise<ScheduledBackup> };

/** Data passes through in 1 MiB pieces; nothing is retained. */
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 };
const idleMs = 1_000;

/**
 * `sibling`: path of another thread's program, compiled or not. This thread's program is in the
 * same folder.
 */
export function backupThread(sibling: string): Thread<BackupCalls> {
  const path = join(dirname(sibling), `backup-worker${extname(sibling)}`);
  return startOnCall<BackupCalls>(() => new Worker(path, { resourceLimits }), idleMs);
}
