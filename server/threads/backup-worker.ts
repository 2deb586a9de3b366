import { parentPort } from "node:worker_threads";
import { makeScheduledBackup } from "#server/backup/scheduled-backup.ts";
import type { BackupCalls } from "./backup-thread.ts";
import { yieldToOthers } from "./reader-threads.ts";
import { answerCalls } from "./thread-calls.ts";

/** The scheduled-backup thread, alive during a backup. */
yieldToOthers();
answerCalls<BackupCalls>(parentPort!, { make: makeScheduledBackup });
