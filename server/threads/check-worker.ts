import { parentPort } from "node:worker_threads";
import type { CheckCalls } from "./check-thread.ts";
import { yieldToOthers } from "./reader-threads.ts";
import { damageOf } from "#server/storage/sqlite/check-file.ts";
import { answerCalls } from "./thread-calls.ts";

/** The thread that reads whole database files, alive while a file is being checked. */
yieldToOthers();
answerCalls<CheckCalls>(parentPort!, { damage: async (path) => damageOf(path) });
