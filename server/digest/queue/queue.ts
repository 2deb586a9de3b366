import { setImmediate, setTimeout } from "node:timers/promises";
import type { DiskCause } from "#server/domain/health/trouble.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import { giveBack } from "#server/threads/give-back.ts";
import type { Log } from "#server/telemetry/log.ts";
import type { SpoolCursor } from "#server/storage/digest/digest-store.ts";
import { type Digested, isStored } from "./digested.ts";
import type { Batch, Piece } from "#server/digest/absorb.ts";
import { absorbWithRetry, type RetryDeps } from "./absorb-with-retry.ts";
import type { Backlog, BacklogFigures } from "#server/digest/spool/backlog.ts";
import { keepRefused } from "#server/digest/spool/keep-refused.ts";
import { backlogRequests, batchRequests, createReadAhead, type ReadDeps } from "./read-ahead.ts";
import { reread } from "#server/digest/spool/reread.ts";
import type { BurstMode } from "#server/digest/intake/burst-mode.ts";
import type { HeldBack, HeldBackFigures } from "./project-lanes.ts";
import { type SharedStoring, sharedStoring, type StoringDeps } from "./shared-storing.ts";
import { cursorAfter, type Spool, type SpoolEntry } from "#server/digest/spool/spool.ts";
import type { Troubles } from "#server/digest/intake/troubles.ts";
import { sizeOf, type Understanding } from "#server/digest/understanding.ts";
import { createWaitingList, type Waiting } from "./waiting.ts";

export type QueueDeps = {
  spool: Spool;
  absorb: (batch: Piece) => Promise<void>;
  read: ReadDeps["read"];
  readAlone: ReadDeps["readAlone"];
  quarantine: ReadDeps["quarantine"];
  rush: Pick<BurstMode, "isOn">;
  backlog: Backlog;
  troubles: Troubles;
  elapsed: () => number;
  log: Log;
  /**
   * The digest's position, if the spool was opened without it. Nothing is digested before it is
   * known.
   */
  digested?: () => Promise<Digested>;
  /** Set if several processes store the same projects. */
  shared?: Pick<StoringDeps, "absorbFree" | "processes"> & {
    /** Runs on each batch before it is stored. */
    prepare: (batch: Piece) => Promise<Piece>;
  };
};

/** Requests on disk that are not stored yet. */
export type DigestQueue = {
  /**
   * False in a backlog: requests then wait only on disk, because processing them now would be
   * repeated.
   */
  hasRoom(): boolean;
  /**
   * True if more waits than fits in one batch: writing to disk then has priority over processing.
   */
  isBehind(): boolean;
  push(entry: SpoolEntry, understanding?: Understanding): void;
  /** Resolves when everything pushed so far is stored and the queue is empty. */
  drained(): Promise<void>;
  /**
   * Resolves when everything pushed so far is stored, even if more arrives in the meantime. Doesn't
   * wait for projects whose cluster node doesn't respond, and returns those.
   */
  caughtUp(): Promise<ProjectId[]>;
  /** Whether one more request of this project may be queued (domain/overload). */
  admission(projectId: ProjectId): ReturnType<Backlog["admission"]>;
  figures(): QueueFigures;
  heldBack(): HeldBackFigures;
};

export type QueueFigures = BacklogFigures & { requests: number };

/**
 * How long a small batch waits for more requests. Pages may lag by two seconds; a compressed frame
 * of many requests is half the size.
 */
const lingerMs = 100;
/**
 * During a rush, a batch waits for its end, but at most this long. A batch delays ingestion by
 * about 70 ms, and readers occupy a processor. A burst is accepted 1.5 times as fast as with waits
 * of a fifth of this.
 */
const rushMs = 1_000;
const rushPauseMs = 20;
/** A queue older than this is a backlog. Bursts are then sampled. */
const lateMs = 5_000;
const heldBytesMax = 48 * 1024 * 1024;

/** Starts with the requests left in the spool. Runs until the process ends. */
export function startQueue(deps: QueueDeps): DigestQueue {
  const { backlog, elapsed, read, readAlone, quarantine, troubles, log } = deps;
  const onRefused = (cause: DiskCause, error: unknown) => stall(deps, cause, error);
  const reading = { read, readAlone, quarantine, now: Date.now, log, onRefused };
  const onDamaged = (entry: SpoolEntry) => tellDamage(deps, entry);
  const ahead = createReadAhead({ ...reading, onDamaged });
  const since = elapsed();
  const waiting = createWaitingList();
  const found = Float64Array.from(deps.spool.waiting, ({ receivedAt = Date.now() }) => receivedAt);
  for (const entry of deps.spool.waiting) {
    backlog.add(entry.projectId, entry.byteLength);
    waiting.push({ entry, since });
  }
  let heldBytes = 0;
  /**
   * Waiting time of the oldest request in each batch in progress. A refused batch is retried until
   * it is stored.
   */
  const takenSince: number[] = [];
  let running: Promise<void> | undefined;
  let hurried = false;
  /** Number of pushed requests. Callers wait for a certain number. */
  let pushed = waiting.length;
  let digested = 0;
  let watchers: { until: number; reached: (heldBack: ProjectId[]) => void }[] = [];

  function tellWatchers(): void {
    const { requests, projectIds } = heldBack();
    const done = digested + requests;
    for (const { until, reached } of watchers) if (until <= done) reached(projectIds);
    watchers = watchers.filter(({ until }) => until > done);
  }

  /** How long the oldest request has waited, after the first so many. */
  function oldestMs({ batches, requests }: Omit<HeldBack, "projectIds">): number {
    const first = digested + requests;
    // These requests arrived before the process started, and their waiting time counts from then.
    if (first < found.length) return Math.max(0, Date.now() - found[first]!);
    const since = takenSince[batches] ?? waiting.oldestSince();
    return since === undefined ? 0 : Math.max(0, elapsed() - since);
  }

  const shared = deps.shared && sharing(deps.shared);
  const heldBack = () => shared?.heldBack() ?? { projectIds: [], batches: 0, requests: 0 };

  function sharing({ prepare, ...storing }: NonNullable<QueueDeps["shared"]>): SharedStoring {
    return sharedStoring({
      ...storing,
      absorb: deps.absorb,
      elapsed,
      log,
      async reread(entries) {
        const { understanding, letGo } = await reread({ ...reading, read, onDamaged }, entries);
        return { understanding: await prepare({ ...understanding, from: entries[0]! }), letGo };
      },
      onRefused(cause) {
        stall(deps, cause);
        tellWatchers();
      },
      onStored(entries, { tookMs, isWell }) {
        if (isWell) troubles.end("storing-failed");
        backlog.stall(false);
        backlog.drained(entries, tookMs);
        tellWatchers();
      },
      keep: (entries, refused) => keepRefused(reading, entries, refused),
    });
  }

  let trimming = deps.digested && (() => dropDigested(found.length, deps.digested!()));

  async function run(): Promise<void> {
    await trimming?.();
    trimming = undefined;
    while (waiting.length > 0) {
      if (waiting.length < batchRequests && !hurried)
        await setTimeout(shared?.lingerMs() ?? lingerMs);
      if (!hurried) await letRushPass(deps, waiting.oldestSince());
      const began = elapsed();
      const { taken, understanding, blocks } = await ahead.take(waiting);
      waiting.drop(taken.length);
      takenSince.push(taken[0]!.since);
      ahead.begin(waiting);
      const isLate = elapsed() - taken[0]!.since >= lateMs;
      const batch = { ...understanding, ...placeOf(taken), isLate };
      const entries = taken.map(entryOf);
      const letGo = () => {
        blocks.forEach(giveBack);
        for (const { held } of taken) heldBytes -= held?.bytes ?? 0;
      };
      const isDone = () => {
        digested += entries.length;
        takenSince.shift();
        tellWatchers();
      };
      if (shared) {
        const prepared = { ...batch, ...(await deps.shared!.prepare(batch)) };
        const isPassed = () => release(deps, batch.cursor).then(isDone);
        await shared.add({ batch: prepared, entries, letGo, isPassed });
      } else {
        await digest(deps, batch, (refused) => keepRefused(reading, entries, refused));
        letGo();
        backlog.drained(entries, elapsed() - began);
        isDone();
      }
      await setImmediate();
    }
    running = undefined;
  }

  /** Drops requests that are on disk at startup but already in the database. */
  async function dropDigested(found: number, digestedTo: Promise<Digested>): Promise<void> {
    const { cursor, ends } = await digestedTo;
    const before = waiting.slice(0, found);
    const isOld = ({ entry }: Waiting) => isStored(entry, { cursor, ends });
    const [old, others] = [before.filter(isOld), before.filter((each) => !isOld(each))];
    const later = waiting.slice(found, waiting.length);
    waiting.drop(waiting.length);
    for (const each of [...others, ...later]) waiting.push(each);
    backlog.drained(old.map(entryOf), 0);
    digested += old.length;
    if (cursor) await release(deps, cursor);
  }

  const start = () => (running ??= run());
  if (waiting.length > 0) void start();

  return {
    hasRoom: () => heldBytes < heldBytesMax,
    isBehind: () => waiting.length >= backlogRequests,
    push(entry, understanding) {
      const held = understanding && { understanding, bytes: sizeOf(understanding) };
      heldBytes += held?.bytes ?? 0;
      backlog.add(entry.projectId, entry.byteLength);
      waiting.push({ entry, since: elapsed(), ...(held && { held }) });
      pushed += 1;
      void start();
    },
    async drained() {
      hurried = true;
      await running;
      await shared?.idle();
      hurried = false;
    },
    caughtUp: () =>
      new Promise((reached) => {
        watchers.push({ until: pushed, reached });
        tellWatchers();
      }),
    heldBack() {
      const { projectIds, ...passedOver } = heldBack();
      return { heldBack: projectIds, othersOldestMs: oldestMs(passedOver) };
    },
    admission: (projectId) => backlog.admission(projectId, waiting.oldestSince()),
    figures() {
      const ofWaiting = backlog.figures(waiting.oldestSince());
      const ofAll = { batches: 0, requests: 0 };
      return { ...ofWaiting, oldestMs: oldestMs(ofAll), requests: pushed - digested };
    },
  };
}

/** With a full queue, ingestion refuses requests, so the queue must drain quickly. */
async function letRushPass(
  { rush, backlog, elapsed }: QueueDeps,
  oldestSince: number | undefined,
): Promise<void> {
  const until = elapsed() + rushMs;
  while (rush.isOn() && elapsed() < until && !backlog.figures(oldestSince).full)
    await setTimeout(rushPauseMs);
}

function placeOf(taken: Waiting[]): Pick<Batch, "from" | "cursor"> {
  const { segment, offset } = taken[0]!.entry;
  return { from: { segment, offset }, cursor: cursorAfter(taken.at(-1)!.entry) };
}

const entryOf = ({ entry }: Waiting): SpoolEntry => entry;

async function digest(deps: QueueDeps, batch: Batch, keep: RetryDeps["keep"] & {}): Promise<void> {
  const { absorb, log, backlog, troubles } = deps;
  const onRefused = (cause: DiskCause) => stall(deps, cause);
  const onStored = () => {
    troubles.end("storing-failed");
    backlog.stall(false);
  };
  await absorbWithRetry({ absorb, log, onRefused, onStored, keep }, batch);
  await release(deps, batch.cursor);
}

const release = ({ spool, log }: QueueDeps, cursor: SpoolCursor): Promise<void> =>
  spool.release(cursor).catch((error: unknown) => {
    log("warn", "A processed spool segment could not be removed.", { error });
  });

function stall({ troubles, backlog }: QueueDeps, cause: DiskCause, error?: unknown): void {
  // An outage is a separate problem with more details (`database-watch.ts`).
  if (cause !== "away") troubles.begin({ kind: "storing-failed", cause }, error);
  // A damaged day is reported by the code that finds it. Other damage is not set aside on startup.
  const isOfDay = troubles.list().some(({ kind }) => kind === "day-damaged");
  if (cause === "damaged" && !isOfDay) troubles.begin({ kind: "database-damaged" }, error);
  backlog.stall(true);
}

function tellDamage({ troubles }: QueueDeps, { segment, byteLength }: SpoolEntry): void {
  troubles.begin({ kind: "spool-damaged", segment, lostBytes: byteLength });
}
