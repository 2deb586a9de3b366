import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import type { Config } from "#server/config.ts";
import { absorb } from "#server/digest/absorb.ts";
import type { PartReading, SpanMemory } from "#server/digest/absorb-traces.ts";
import { cacheKeys } from "#server/digest/key-cache.ts";
import { type DigestEvent, digestEventOf } from "#server/digest/digest-event.ts";
import { createIntake, type Intake } from "#server/digest/intake.ts";
import { startQueue } from "#server/digest/queue.ts";
import { createRecentSpans } from "#server/digest/recent-spans.ts";
import type { SpoolRecord } from "#server/digest/record.ts";
import { openSpool } from "#server/digest/spool.ts";
import { createTally, type Tally } from "#server/digest/tally.ts";
import { understandRequest, type Understanding } from "#server/digest/understanding.ts";
import { type FromWorker, type ToWorker, unpackRequests } from "#server/digest/wire.ts";
import { defaultSettings } from "#server/domain/project/settings.ts";
import { culpritOf } from "#server/domain/event/culprit.ts";
import { titleOf } from "#server/domain/event/title.ts";
import { defaultLimits } from "#server/ingest/limits.ts";
import { scanTraces } from "#server/ingest/otlp/scan.ts";
import type { Admitted, AdmittedEvent, FindKey, IngestRequest, Receipt, Reply } from "#server/ingest/request.ts";
import { admit } from "#server/ingest/sentry/admit.ts";
import { writeBody } from "#server/ingest/sentry/stored-body.ts";
import { understand } from "#server/ingest/sentry/understand.ts";
import { ageIssues } from "#server/jobs/age-issues.ts";
import { evictAudit } from "#server/jobs/evict-audit.ts";
import { evictRollups } from "#server/jobs/evict-rollups.ts";
import { expire } from "#server/jobs/expire.ts";
import { schedule } from "#server/jobs/schedule.ts";
import { thinTraces } from "#server/jobs/thin-traces.ts";
import { createLog, type Log } from "#server/log.ts";
import { openSqliteStore } from "#server/storage/sqlite/open.ts";
import type { Store } from "#server/storage/store.ts";

/**
 * The thread that reads bodies: everything from the door's bytes to the pages' rows runs here, so that a flood of events
 * never stalls a page. `main.ts` wires the other thread; the two share nothing but messages and the data folder.
 */
const { dataFolder } = workerData as Config;
const port = parentPort!;
const say = (message: FromWorker) => port.postMessage(message);

async function start(): Promise<void> {
  const log = createLog((line) => process.stdout.write(line), Date.now);
  const store = await openSqliteStore(dataFolder, { recover: true });
  const spool = await openSpool(join(dataFolder, "spool"), await store.digested(), {
    onTorn: (where) =>
      log("warn", "The last write before the stop was cut short; nobody was told it was accepted.", where),
  });
  const findKey = cacheKeys(store, Date.now);
  const spans: SpanMemory = { recent: createRecentSpans(), reading: partReading };
  const queue = startQueue({ spool, absorb: (batch) => absorb(store, batch, spans), reread, log });
  const tally = createTally(store.ledger);
  const letIn = (request: IngestRequest) => admit(request, findKey, defaultLimits);
  const intake = createIntake({ admit: letIn, understand: understandAdmitted, spool, queue, tally, log });
  const jobs = schedule(
    [
      { name: "expire", everyMs: 600_000, run: () => expire(store, Date.now()) },
      { name: "age issues", everyMs: 30_000, run: () => ageIssues(store, Date.now()) },
      { name: "evict rollups", everyMs: 600_000, run: () => evictRollups(store, Date.now()) },
      { name: "thin traces", everyMs: 60_000, run: () => thinTraces(store, Date.now()) },
      { name: "evict the audit log", everyMs: 3_600_000, run: () => evictAudit(store, Date.now()) },
      { name: "count refusals", everyMs: 1000, run: tally.flush },
    ],
    log,
  );
  const answer = createOutbox();
  port.on("message", (message: ToWorker) => {
    if (message.kind === "drain") return void queue.drained().then(() => end(store, tally, jobs));
    for (const { id, request } of unpackRequests(message)) {
      void receive(intake, request, log).then((reply) => answer(id, reply));
    }
  });
  say({ kind: "ready" });
}

async function end(store: Store, tally: Tally, jobs: { stop(): void }): Promise<void> {
  jobs.stop();
  await tally.flush();
  await store.close();
  say({ kind: "drained" });
  port.close();
}

/** Replies that become due in one turn of the event loop, one group commit's mostly, go back in one message. */
function createOutbox(): (id: number, reply: Reply) => void {
  let due: Extract<FromWorker, { kind: "replies" }>["replies"] = [];
  const flush = () => {
    say({ kind: "replies", replies: due });
    due = [];
  };
  return (id, reply) => {
    if (due.push({ id, reply }) === 1) setImmediate(flush);
  };
}

async function receive(intake: Intake, request: IngestRequest, log: Log): Promise<Reply> {
  try {
    return await intake.receive(request);
  } catch (error) {
    log("error", "A request could not be read: a bug of ours.", { url: request.url, error });
    const detail = "Something went wrong while reading this request. It was logged.";
    return {
      status: 500,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ detail, causes: [] }),
    };
  }
}

const understandAdmitted = (admitted: Admitted) => understandRequest(admitted, digestEvent);

/** A spooled request was let in once: its key is not asked for again, it may have been revoked since. */
async function reread({ head, body }: SpoolRecord): Promise<Understanding | undefined> {
  const { projectId } = head;
  const letIn: FindKey = async (publicKey) => ({
    key: { projectId, publicKey, label: "", createdAt: 0 },
    project: { id: projectId, slug: "", name: "", platform: "", prefix: "", createdAt: 0, settings: defaultSettings },
  });
  const admitted = await admit({ ...head, body }, letIn, defaultLimits);
  return "status" in admitted ? undefined : understandAdmitted(admitted);
}

function digestEvent({ payload, source }: AdmittedEvent, receipt: Receipt): DigestEvent {
  const understood = understand(payload, receipt);
  const { event, grouping } = understood;
  const name = { ...titleOf(event), culprit: culpritOf(event) };
  return digestEventOf(receipt.projectId, event, name, grouping, writeBody(understood, receipt, source));
}

/** What was let in once is not measured again. */
const wholePart = { requestSpans: Infinity, requestExceptions: 0 };

const partReading: PartReading = {
  sift: (part, wanted) => scanTraces(part.bytes, wholePart, wanted).parts[0],
  spanIds: (parts) =>
    parts
      .flatMap((part) => scanTraces(part, wholePart).parts)
      .flatMap(({ spans }) => spans.map(({ spanId }) => spanId)),
};

// Last: what `start` uses must have been said by now.
try {
  await start();
} catch (error) {
  say({ kind: "failed", sentence: error instanceof Error ? error.message : String(error) });
  process.exit(1);
}
