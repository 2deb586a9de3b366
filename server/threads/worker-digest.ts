import { join } from "node:path";
import { artifactThread } from "#server/artifacts/artifact-thread.ts";
import { createUnminifier } from "#server/artifacts/unminifier.ts";
import type { Config } from "#server/config.ts";
import type { DigestMemory } from "#server/digest/absorb.ts";
import { createBurstSampling } from "#server/digest/intake/burst-sampling.ts";
import { claimRestored } from "#server/digest/spool/claim-restored.ts";
import { isStored } from "#server/digest/queue/digested.ts";
import { createKnownNames } from "#server/digest/names/known-names.ts";
import { type DigestQueue, startQueue } from "#server/digest/queue/queue.ts";
import { createRecentFailures } from "#server/digest/events/recent-failures.ts";
import { createRecentSessions } from "#server/digest/sessions/recent-sessions.ts";
import { createRecentSpans } from "#server/digest/traces/recent-spans.ts";
import type { Replay } from "#server/digest/spool/replay.ts";
import { createRulebooks, type Rulebooks } from "#server/digest/events/rulebooks.ts";
import { createBurstMode, type BurstMode } from "#server/digest/intake/burst-mode.ts";
import { createSampleMemory } from "#server/digest/traces/sample-memory.ts";
import { createSeenAssets, type SeenAssets } from "#server/digest/traces/seen-assets.ts";
import { openSpool, type Spool } from "#server/digest/spool/spool.ts";
import type { UnminifyDeps } from "#server/digest/events/unminify-batch.ts";
import { type CardinalityLimits, limitsWith } from "#server/domain/cardinality/limits.ts";
import type { MinifiedStacks } from "#server/domain/source-map/minified-stacks.ts";
import { withRuled } from "#server/ingest/sentry/stored-body.ts";
import { partReading } from "#server/read/part-reading.ts";
import type { SpoolCursor } from "#server/storage/digest/digest-store.ts";
import type { Store } from "#server/storage/store.ts";
import { absorbing } from "./absorbing.ts";
import { digestedSoFar, segmentsSinceCursor } from "./digested-so-far.ts";
import { readersAfter, readerThreads } from "./reader-threads.ts";
import { damageKept, setAsideIn, startReplay } from "./start-replay.ts";
import { described } from "./understand-requests.ts";
import type { WorkerStore } from "./worker-store.ts";

/** From the spool to the store. */
export type WorkerDigest = {
  spool: Spool;
  queue: DigestQueue;
  rush: BurstMode;
  replay: Replay;
  rulebooks: Rulebooks;
  written: UnminifyDeps;
  seenAssets: SeenAssets;
  limits: CardinalityLimits;
  /** False: the database is unreachable, and the state is from an earlier process. */
  isCurrent: boolean;
  /** Everything before this position is stored. */
  cursor(): SpoolCursor | undefined;
  /** Sets the number of other processes that write to the database. */
  countOthers(processes: number): void;
  closeReaders(): void;
};

/**
 * `program`: path of the worker, compiled or not. The other threads' programs are in the same
 * folder.
 */
export async function startDigest(worker: WorkerStore, program: string): Promise<WorkerDigest> {
  const { config, store, admission, backlog, report, log, elapsed } = worker;
  const { dataFolder } = config;
  const { troubles } = report;
  const { isCurrent, asked, ...digested } = await digestedSoFar(store, admission);
  const folder = join(dataFolder, "spool");
  const opened = await openSpool(folder, digested.cursor, {
    skippedSegments: isCurrent ? 0 : segmentsSinceCursor,
    onTorn: (where) =>
      log(
        "warn",
        "The last write before the stop was incomplete. It had not been acknowledged.",
        where,
      ),
    onDamaged: damageKept(dataFolder, troubles),
  });
  const spool = {
    ...opened,
    waiting: opened.waiting.filter((entry) => !isStored(entry, digested)),
  };
  await claimRestored(store, folder, spool.waiting);
  const limits = limitsWith(config.cardinality);
  const rulebooks = createRulebooks();
  // Requests read in another thread are named in this one.
  for (const project of await admission.projects()) rulebooks.of(project);
  const seenAssets = createSeenAssets(store.artifacts);
  const written = writtenWith(store, { seenAssets, rulebooks, program, config });
  let others = 0;
  const { digest, shared, cursor } = absorbing({
    store,
    memory: memoryFor(worker, limits),
    written,
    from: digested.cursor,
    processes: () => 1 + others,
  });
  const readers = readerThreads(program, config);
  // Reader threads open the store, too: without a database, each would exit immediately.
  const readersOf = readersAfter(admission.watch.answers, readers);
  const rush = createBurstMode(elapsed);
  const queue = startQueue({
    spool,
    absorb: digest,
    ...readersOf(folder),
    quarantine: setAsideIn(dataFolder)(folder),
    rush,
    backlog,
    troubles,
    elapsed,
    log,
    ...(!isCurrent && { digested: asked }),
    ...(shared && { shared }),
  });
  const replay = startReplay({ dataFolder, store, readersOf, absorb: digest, troubles, log });
  report.follow(queue.figures);
  return {
    spool,
    queue,
    rush,
    replay,
    rulebooks,
    written,
    seenAssets,
    limits,
    isCurrent,
    cursor,
    countOthers: (processes) => void (others = processes),
    closeReaders: readers.close,
  };
}

/** Remembers recent rows, so that batches don't read them from the store. */
const memoryFor = ({ report }: WorkerStore, limits: CardinalityLimits): DigestMemory => ({
  spans: { recent: createRecentSpans(), samples: createSampleMemory(), reading: partReading },
  sessions: createRecentSessions(Date.now()),
  bursts: createBurstSampling(),
  failures: createRecentFailures(),
  names: createKnownNames(limits),
  onOutcomes: report.onOutcomes,
});

type WrittenDeps = {
  seenAssets: SeenAssets;
  rulebooks: Rulebooks;
  program: string;
  config: Config;
};

/** Un-minifies stacks. Maps are parsed in a separate thread. */
function writtenWith(
  { artifacts }: Store,
  { seenAssets, rulebooks, program, config }: WrittenDeps,
): UnminifyDeps {
  const thread = artifactThread(program, config);
  const unminifyThere = (stacks: MinifiedStacks) => thread.call("unminify", stacks);
  return {
    unminify: createUnminifier({ artifacts, unminifyThere, rejectsExhausted: true }),
    see: seenAssets.see,
    withRuled,
    describe: (event, projectId) => described(event, rulebooks.last(projectId)),
  };
}
