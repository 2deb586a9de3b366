import { parentPort } from "node:worker_threads";
import type { CheckCalls } from "#server/check-thread.ts";
import { yieldToOthers } from "#server/reader-threads.ts";
import { damageOf } from "#server/storage/sqlite/check-file.ts";
import { answerCalls } from "#server/thread-calls.ts";

/** The thread that reads whole database files: it runs while there is one to check. */
yieldToOthers();
answerCalls<CheckCalls>(parentPort!, { damage: async (path) => damageOf(path) });
