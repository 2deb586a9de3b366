import { parentPort, workerData } from "node:worker_threads";
import { artifactThread } from "#server/artifacts/artifact-thread.ts";
import type { Config } from "#server/config.ts";
import { packSketches } from "#server/domain/sketch/sketch-copy.ts";
import { createHeavyReads } from "./heavy-reads.ts";
import { openStore } from "#server/start/open-store.ts";
import type { ReadAnswer, ReadQuestion } from "./read-threads.ts";

/** A thread for slow page reads (`read-threads.ts`). Read-only. */
const config = workerData as Config;
const port = parentPort!;
const say = (answer: ReadAnswer) => port.postMessage(answer);

const store = await openStore(config, {
  statementMs: config.readDeadlineMs,
  onDamagedDay: (damagedDay) => say({ damagedDay }),
});
const reads = createHeavyReads({
  store,
  config,
  artifacts: artifactThread(import.meta.filename, config),
});

port.on("message", async ({ id, name, words }: ReadQuestion) => {
  try {
    say({ id, value: packSketches(await reads(name, words)) });
  } catch (error) {
    const { code, errcode } = Object(error) as { code?: unknown; errcode?: unknown };
    say({
      id,
      error: error instanceof Error ? error.message : String(error),
      cause: { code, errcode },
    });
  }
});
