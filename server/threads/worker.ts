import { parentPort, workerData } from "node:worker_threads";
import type { Config } from "#server/config.ts";
import { type FromWorker, type ToWorker, unpackRequests } from "#server/digest/intake/wire.ts";
import { startSentence } from "#server/domain/health/start-sentence.ts";
import { drainedUnlessAway } from "./digested-so-far.ts";
import { receive } from "./receive.ts";
import { replyOutbox } from "./reply-outbox.ts";
import { startDigest } from "./worker-digest.ts";
import { startIntake } from "./worker-intake.ts";
import { startJobs } from "./worker-jobs.ts";
import { openWorkerStore } from "./worker-store.ts";

/**
 * The thread that reads bodies: everything from a request's bytes to stored rows runs here, so that
 * a flood of events never stalls a page. `main.ts` wires the main thread. The two share only
 * messages and the data folder.
 */
const config = workerData as Config;
const port = parentPort!;
const say = (message: FromWorker) => port.postMessage(message);

async function start(): Promise<void> {
  const program = import.meta.filename;
  const onBack = () => void digest.queue.caughtUp().then(intake.quotas.forgetAssumed);
  const worker = await openWorkerStore(config, { say, onBack });
  const { store, admission, report, log } = worker;
  const digest = await startDigest(worker, program);
  const intake = startIntake(worker, digest);
  const endJobs = await startJobs({ worker, digest, intake, program });
  const ends = [digest.closeReaders, digest.spool.close, ...endJobs];
  ends.push(intake.tally.flush, intake.uses.flush, store.close);
  const answer = replyOutbox(say);
  port.on("message", (message: ToWorker) => {
    if (message.kind === "drain") {
      digest.replay.stop();
      return void drainedUnlessAway(digest.queue, admission.watch)
        .then(() => endEach(ends))
        .then(lastWords);
    }
    intake.messages.hold(message);
    for (const { id, request } of unpackRequests(message)) {
      void receive({ intake: intake.intake, report, log }, request).then((reply) =>
        answer(id, reply),
      );
    }
  });
  report.tell();
  say({ kind: "ready" });
}

/**
 * Run independently: during a database outage most of them fail, and the process must still exit.
 */
async function endEach(ends: (() => unknown)[]): Promise<void> {
  for (const end of ends)
    await Promise.resolve()
      .then(end)
      .catch(() => undefined);
}

const lastWordsMs = 200;

function lastWords(): void {
  say({ kind: "drained" });
  port.close();
  // A hanging receiver keeps its connection open. Its delivery is already released.
  setTimeout(() => process.exit(0), lastWordsMs).unref();
}

// Must be last: `start` reads the constants above.
try {
  await start();
} catch (error) {
  say({ kind: "failed", sentence: startSentence(error, config.dataFolder) });
  process.exit(1);
}
