import { dirname, extname, join } from "node:path";
import { Worker } from "node:worker_threads";
import type { ScheduledBackup, ScheduledBackupDeps } from "#server/backup/scheduled-backup.ts";
import { startOnCall, type Thread } from "./thread-calls.ts";

/** What the thread does that writes and reads whole backups (`backup-worker.ts`). */
export type BackupCalls = { make: (parts: ScheduledBackupDeps) => Promise<ScheduledBackup> };

/** Pieces of a mebibyte pass through; nothing is held. */
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 };
const idleMs = 1_000;

/** `sibling` is another thread's program, compiled or not: this one's is beside it. */
export function backupThread(sibling: string): Thread<BackupCalls> {
  const path = join(dirname(sibling), `backup-worker${extname(sibling)}`);
  return startOnCall<BackupCalls>(() => new Worker(path, { resourceLimits }), idleMs);
}
