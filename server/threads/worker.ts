import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import type { Config } from "#server/config.ts";
import { absorbing } from "./absorbing.ts";
import { startAdmission } from "./admission.ts";
import { digestedSoFar, drainedUnlessAway, segmentsSinceCursor } from "./digested-so-far.ts";
import { artifactThread } from "#server/artifacts/artifact-thread.ts";
import { startFileWatch } from "./start-file-watch.ts";
import { createUnminifier } from "#server/artifacts/unminifier.ts";
import type { SpanMemory } from "#server/digest/absorb-traces.ts";
import { limitsWith } from "#server/domain/cardinality/limits.ts";
import { startSentence } from "#server/domain/health/start-sentence.ts";
import { claimRestored } from "#server/digest/claim-restored.ts";
import { createBacklog } from "#server/digest/backlog.ts";
import { createReport, watchOverload } from "#server/digest/intake-state.ts";
import { cacheKeys } from "#server/digest/key-cache.ts";
import { createBurstSampling } from "#server/digest/burst-sampling.ts";
import { createRecentFailures } from "#server/digest/recent-failures.ts";
import { createIntake } from "#server/digest/intake.ts";
import { isStored } from "#server/digest/digested.ts";
import { startQueue } from "#server/digest/queue.ts";
import { knownUploads } from "#server/digest/known-uploads.ts";
import { readersAfter, readerThreads } from "./reader-threads.ts";
import { createKeyUses } from "#server/digest/key-uses.ts";
import { createKnownNames } from "#server/digest/known-names.ts";
import { ingestLimits } from "#server/digest/ingest-limits.ts";
import { createQuotas } from "#server/digest/quotas.ts";
import { createRateLimits } from "#server/digest/rate-limits.ts";
import { createRecentSessions } from "#server/digest/recent-sessions.ts";
import { createRecentSpans } from "#server/digest/recent-spans.ts";
import { createRulebooks, type Rulebooks } from "#server/digest/rulebooks.ts";
import { createRush } from "#server/digest/rush.ts";
import { createSampleMemory } from "#server/digest/sample-memory.ts";
import { openSpool } from "#server/digest/spool.ts";
import { shareRates } from "#server/digest/shared-rates.ts";
import { createSeenAssets, type SeenAssets } from "#server/digest/seen-assets.ts";
import { heardMs, isAnotherHeard, standingOf } from "#server/digest/standing-of.ts";
import { countedOutcomes } from "#server/digest/outcome-counts.ts";
import { createTally } from "#server/digest/tally.ts";
import { watchClock } from "#server/digest/watch-clock.ts";
import { watchDisk } from "#server/digest/watch-disk.ts";
import type { UnminifyDeps } from "#server/digest/unminify-batch.ts";
import { type FromWorker, messageMemory, type ToWorker, unpackRequests } from "#server/digest/wire.ts";
import { allLost, categoryOf, quantityOf, withoutLimited } from "#server/ingest/limited.ts";
import type { MinifiedStacks } from "#server/domain/source-map/minified-stacks.ts";
import { limitsOfThread } from "#server/ingest/limits-of-thread.ts";
import type { IngestRequest } from "#server/ingest/request.ts";
import { admit } from "#server/ingest/sentry/admit.ts";
import { knownSender } from "#server/ingest/known-sender.ts";
import { admitUnread } from "#server/ingest/unread.ts";
import { described, understandWith } from "./understand-requests.ts";
import { withRuled } from "#server/ingest/sentry/stored-body.ts";
import { createSuggestOwners } from "#server/read/suggest-owners.ts";
import { retainInTime } from "#server/jobs/retain.ts";
import { caughtUpEverywhere } from "#server/jobs/caught-up-everywhere.ts";
import { clockJobs } from "#server/jobs/clock-jobs.ts";
import { deleteProjectsWith } from "#server/jobs/delete-projects.ts";
import { createLeadership } from "#server/jobs/leadership.ts";
import { schedule } from "#server/jobs/schedule.ts";
import type { AlertDeps } from "#server/jobs/alert-deps.ts";
import { watchMonitors } from "#server/jobs/watch-monitors.ts";
import { createLog } from "#server/telemetry/log.ts";
import { condenseOutages } from "#server/start/outage-log.ts";
import { damageKept, setAsideIn, startReplay } from "./start-replay.ts";
import { startDeliveriesLate } from "./start-deliveries.ts";
import { partReading } from "#server/read/part-reading.ts";
import { createWeeklyDigests } from "#server/jobs/weekly-digest.ts";
import { createReadOverview } from "#server/overview/read-overview.ts";
import { createReadEvent } from "#server/read/read-event.ts";
import { receive } from "./receive.ts";
import { replyOutbox } from "./reply-outbox.ts";
import { processName } from "#server/start/process-name.ts";
import { openStore } from "#server/start/open-store.ts";
import type { Store } from "#server/storage/store.ts";

/**
 * The thread that reads bodies: everything from the door's bytes to the pages' rows runs here, so that a flood of events
 * never stalls a page. `main.ts` wires the other thread; the two share nothing but messages and the data folder.
 */
const { dataFolder, databaseUrl, queue: queueBounds } = workerData as Config;
/** Among the processes that share a database. */
const name = databaseUrl === undefined ? "alone" : processName(dataFolder);
const port = parentPort!;
const say = (message: FromWorker) => port.postMessage(message);

async function start(): Promise<void> {
  const eachLine = createLog((line) => process.stdout.write(line), Date.now);
  const log = condenseOutages(eachLine);
  const elapsed = () => performance.now();
  const backlog = createBacklog({ bounds: queueBounds, elapsed });
  let pool: Store["pool"];
  const report = createReport({ log: eachLine, say: (state) => say({ kind: "state", state }), pool: () => pool?.() });
  const { troubles, onRefusal } = report;
  const onDamagedDay = (day: string) => troubles.begin({ kind: "day-damaged", day });
  const repaired = "spoor.db lacked tables of its own format, because a migration was edited. They were created.";
  const onRepaired = (names: string[]) => log("warn", repaired, { names });
  const options = { recover: true, connections: 4, onDamagedDay, onRepaired, mayBeAway: true };
  const store = await openStore(workerData as Config, options);
  pool = store.pool;
  const admission = await startAdmission({
    ...{ store, config: workerData as Config, elapsed },
    onAway({ takesEvents }, error) {
      backlog.stall(true);
      troubles.begin({ kind: "database-away", takesEvents }, error);
    },
    onBack() {
      backlog.stall(false);
      troubles.end("database-away");
      void queue.caughtUp().then(quotas.forgetAssumed);
    },
  });
  const { watch, byKey, known } = admission;
  const { isCurrent, asked, ...digested } = await digestedSoFar(store, admission);
  const spoolFolder = join(dataFolder, "spool");
  const opened = await openSpool(spoolFolder, digested.cursor, {
    skippedSegments: isCurrent ? 0 : segmentsSinceCursor,
    onTorn: (where) =>
      log("warn", "The last write before the stop was cut short. It had not been acknowledged.", where),
    onDamaged: damageKept(dataFolder, troubles),
  });
  const spool = { ...opened, waiting: opened.waiting.filter((entry) => !isStored(entry, digested)) };
  await claimRestored(store, spoolFolder, spool.waiting);
  const findKey = cacheKeys({ byKey, known, elapsed });
  const spans: SpanMemory = { recent: createRecentSpans(), samples: createSampleMemory(), reading: partReading };
  const cardinality = limitsWith((workerData as Config).cardinality);
  const names = createKnownNames(cardinality);
  const counted = { failures: createRecentFailures(), names, onOutcomes: report.onOutcomes };
  const memory = { spans, sessions: createRecentSessions(Date.now()), bursts: createBurstSampling(), ...counted };
  const rulebooks = createRulebooks();
  // What is read in another thread is described in this one.
  for (const project of await admission.projects()) rulebooks.of(project);
  const mayHaveUploads = knownUploads(store.artifacts, Date.now);
  const readers = readerThreads(import.meta.filename, workerData as Config);
  const seenAssets = createSeenAssets(store.artifacts);
  const written = writtenWith(store, seenAssets, rulebooks);
  let others = 0;
  const processes = () => 1 + others;
  const { digest, shared, cursor } = absorbing({ store, memory, written, from: digested.cursor, processes });
  // A thread that reads opens the store, too: without the database each would end again at once.
  const readersOf = readersAfter(watch.answers, readers);
  const reading = { ...readersOf(spoolFolder), quarantine: setAsideIn(dataFolder)(spoolFolder) };
  const rush = createRush(elapsed);
  const queue = startQueue({
    ...{ spool, absorb: digest, ...reading, rush, backlog, troubles, elapsed, log },
    ...(!isCurrent && { digested: asked }),
    ...(shared && { shared }),
  });
  const replay = startReplay({ dataFolder, store, readersOf, absorb: digest, troubles, log });
  report.follow(queue.figures);
  const tally = createTally(countedOutcomes(store.outcomes, report.onOutcomes), cardinality.lossReasons);
  const uses = createKeyUses(store.keys);
  const sharedRates = shareRates({ rates: store.rates, process: name, now: Date.now });
  const { isAway } = known;
  const rates = createRateLimits(sharedRates);
  const quotas = createQuotas({
    outcomes: store.outcomes,
    shared: sharedRates,
    isAway,
    before: admission.before?.quotas,
  });
  const limit = ingestLimits({ rates, quotas, categoryOf, quantityOf });
  const limits = limitsOfThread();
  const letIn = (request: IngestRequest) => admit(request, findKey, limits);
  const messages = messageMemory();
  const intake = createIntake({
    ...{ admit: letIn, limit, withoutLimited, allLost },
    admitUnread: (request) => admitUnread(request, findKey),
    knownSender: (request) => knownSender(request, findKey),
    understand: understandWith({ rulebooks, mayHaveUploads }),
    ...{ spool, queue, rush, tally, uses, troubles, onRefusal, letGo: messages.letGo },
  });
  const overload = watchOverload(troubles, queue.figures, elapsed);
  const disk = watchDisk({ folder: join(dataFolder, "spool"), backlog, troubles });
  const clock = watchClock({ now: Date.now, elapsed, log });
  const caughtUpHere = () => watch.settled().then(queue.caughtUp);
  const caughtUp = caughtUpEverywhere({ caughtUp: caughtUpHere, processes: store.processes, now: Date.now });
  const goesOn = isCurrent && (await isAnotherHeard(store.processes, name, Date.now()));
  const monitors = watchMonitors({ store, now: Date.now, caughtUp, goesOn });
  const deleteProjects = deleteProjectsWith({ store, now: Date.now, caughtUp });
  const retain = retainInTime({ store, now: Date.now, elapsed, caughtUp });
  const tellStanding = async () => {
    const now = Date.now();
    others = await store.processes.report(standingOf(name, queue.figures(), now), now - heardMs);
  };
  const deliveries = await startDeliveriesLate(
    workerData as Config,
    store,
    { log, onEnded: report.onDelivery },
    isCurrent,
  );
  const alerts: AlertDeps = alertParts(store, written);
  const suggestOwners = createSuggestOwners(store, createReadEvent(store, written.unminify));
  const keepAdmission = () => admission.refresh({ cursor: cursor(), quotas });
  const leadership = createLeadership(store.leases, name, Date.now);
  const follow = async () => {
    clock();
    overload();
    report.tell();
  };
  const files = startFileWatch({ sibling: import.meta.filename, store, troubles, log });
  const jobs = schedule(
    [
      ...clockJobs({
        store,
        now: Date.now,
        limits: cardinality,
        ...{ watch: monitors, retain, deleteProjects, alerts, suggestOwners },
        deliver: deliveries.turn,
        weeklyDigests: createWeeklyDigests({ store, readOverview: createReadOverview(store, Date.now), now: Date.now }),
      }),
      { name: "count refusals", everyMs: 1000, run: tally.flush, everywhere: true },
      { name: "look at the files", everyMs: 15_000, run: files, everywhere: true },
      { name: "look at the disk", everyMs: 1000, run: disk, everywhere: true },
      { name: "tell how it goes", everyMs: 1000, run: follow, everywhere: true },
      { name: "replay", everyMs: 1000, run: replay.turn, everywhere: true },
      { name: "remember assets", everyMs: 5000, run: seenAssets.flush, everywhere: true },
      { name: "note which keys are used", everyMs: 1000, run: uses.flush, everywhere: true },
      { name: "tell the other processes", everyMs: 1000, run: tellStanding, everywhere: true },
      { name: "hold limits together", everyMs: 1000, run: sharedRates.exchange, everywhere: true },
      { name: "look for the database", everyMs: 1000, run: watch.look, everywhere: true },
      { name: "keep what admission needs", everyMs: 5000, run: keepAdmission, everywhere: true },
    ],
    { log, mayLead: leadership.isMine, ...(store.news && { news: store.news }) },
  );
  const forget = () => store.processes.forget(name);
  const { stop } = jobs;
  const ends = [readers.close, spool.close, stop, keepAdmission, deliveries.stop, leadership.giveBack, forget];
  ends.push(tally.flush, uses.flush, store.close);
  const answer = replyOutbox(say);
  port.on("message", (message: ToWorker) => {
    if (message.kind === "drain") {
      replay.stop();
      return void drainedUnlessAway(queue, watch)
        .then(() => endEach(ends))
        .then(lastWords);
    }
    messages.hold(message);
    for (const { id, request } of unpackRequests(message)) {
      void receive({ intake, report, log }, request).then((reply) => answer(id, reply));
    }
  });
  report.tell();
  say({ kind: "ready" });
}

function alertParts(store: Store, { unminify }: UnminifyDeps): AlertDeps {
  const { mail } = workerData as Config;
  return { store, readEvent: createReadEvent(store, unminify), mailIsOn: mail !== undefined, now: Date.now };
}

/** Each by itself: while the database is away most of them fail, and the process has to end all the same. */
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
  // A receiver that hangs keeps its connection open: what it was sent is given back already.
  setTimeout(() => process.exit(0), lastWordsMs).unref();
}

/** How stacks become what was written: maps are parsed in a thread of their own. */
function writtenWith({ artifacts }: Store, { see }: SeenAssets, rulebooks: Rulebooks): UnminifyDeps {
  const thread = artifactThread(import.meta.filename, workerData as Config);
  const unminifyThere = (stacks: MinifiedStacks) => thread.call("unminify", stacks);
  const unminify = createUnminifier({ artifacts, unminifyThere, rejectsExhausted: true });
  return { unminify, see, withRuled, describe: (event, projectId) => described(event, rulebooks.last(projectId)) };
}

// Last: what `start` uses must have been said by now.
try {
  await start();
} catch (error) {
  say({ kind: "failed", sentence: startSentence(error, dataFolder) });
  process.exit(1);
}
