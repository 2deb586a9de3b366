import { parentPort } from "node:worker_threads";
import { makeScheduledBackup } from "#server/backup/scheduled-backup.ts";
import type { BackupCalls } from "./backup-thread.ts";
import { yieldToOthers } from "./reader-threads.ts";
import { answerCalls } from "./thread-calls.ts";

/** The thread of scheduled backups: it runs while one is made. */
yieldToOthers();
answerCalls<BackupCalls>(parentPort!, { make: makeScheduledBackup });
