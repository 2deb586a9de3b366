import { setTimeout } from "node:timers/promises";
import { diskCauseOf } from "#server/domain/health/disk-cause.ts";
import type { DiskCause } from "#server/domain/health/trouble.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type { Log } from "#server/telemetry/log.ts";
import type { PartEnds, SpoolCursor } from "#server/storage/digest/digest-store.ts";
import type { Piece } from "#server/digest/absorb.ts";
import { absorbWithRetry } from "./absorb-with-retry.ts";
import {
  createLanes,
  type HeldBack,
  type Lane,
  type OpenBatch,
  type Part,
} from "./project-lanes.ts";
import { backlogRequests } from "./read-ahead.ts";
import type { SpoolEntry } from "#server/digest/spool/spool.ts";
import { joined, type Understanding } from "#server/digest/understanding.ts";

export type StoringDeps = {
  /** Stores the projects that no other process is storing. Returns the stored ones. */
  absorbFree: (
    batch: Piece & { ends: PartEnds },
    before: SpoolCursor | undefined,
  ) => Promise<Set<ProjectId>>;
  /** Stores a project after other processes that are storing it. */
  absorb: (batch: Piece) => Promise<void>;
  /** Reads requests again that are no longer in memory. */
  reread: (entries: SpoolEntry[]) => Promise<{ understanding: Understanding; letGo: () => void }>;
  /** Number of processes that store, including this one. */
  processes: () => number;
  onRefused: (cause: DiskCause) => void;
  /** `isWell`: storage refuses nothing. */
  onStored: (entries: SpoolEntry[], how: { tookMs: number; isWell: boolean }) => void;
  keep: (entries: SpoolEntry[], refused: Piece[]) => Promise<void>;
  elapsed: () => number;
  log: Log;
};

export type SharedStoring = {
  /** Resolves when there is room for another batch. */
  add(taken: OpenBatch): Promise<void>;
  /** Resolves when everything added is stored, except what storage refuses. */
  idle(): Promise<void>;
  /** What waits only for projects whose cluster node doesn't respond. */
  heldBack(): HeldBack;
  /**
   * How long a small batch waits for more requests. Grows with the number of processes, so that
   * batches grow and pay for each process's database load.
   */
  lingerMs(): number;
};

/** In addition to the batch being stored. */
const heldRequestsMax = backlogRequests;
const lingerMsAlone = 100;
const lingerMsOther = 150;
const lingerMsMax = 1_150;
/**
 * After storing a project, a process leaves it to the others for this long. They ask for it more
 * often.
 */
const restMs = 50;
/** Interval at which all processes together request a project that one of them is storing. */
const askEveryMs = 20;
const idleLookMs = 50;
const attemptsBeforeApart = 4;
const shortestPauseMs = 100;
const longestPauseMs = 5_000;

type Taken = { lane: Lane; parts: Part[] };

/**
 * Stores what several processes receive for the same projects. Each project is stored by one
 * process at a time, without waiting in the database. A process whose project is busy stores
 * others, and its batch of that project grows. A project that can't be stored (its cluster node is
 * down) waits alone.
 */
export function sharedStoring(deps: StoringDeps): SharedStoring {
  const { elapsed } = deps;
  const lanes = createLanes();
  /** Consecutive failures of the whole storage. */
  let failures = 0;
  let running: Promise<void> | undefined;
  let wake = Promise.withResolvers<void>();
  let room = Promise.withResolvers<void>();

  async function run(): Promise<void> {
    while (!lanes.isEmpty()) {
      const taken = takeReady(lanes.waiting(), elapsed());
      if (taken.length > 0) await store(taken);
      else await Promise.race([wake.promise, setTimeout(untilNext(lanes.waiting(), elapsed()))]);
      if (lanes.heldRequests() < heldRequestsMax) room.resolve();
    }
    running = undefined;
  }

  async function store(taken: Taken[]): Promise<void> {
    const began = elapsed();
    try {
      const stored = await storeFree(taken);
      failures = 0;
      for (const { lane } of taken)
        lane.notBefore = elapsed() + pauseAfter(stored.has(lane.projectId));
      if (stored.size === 0) return;
      await settle(endsOf(taken), stored, began);
    } catch (error) {
      await refused(taken, error);
    }
  }

  async function settle(
    ends: PartEnds,
    stored: ReadonlySet<ProjectId>,
    began: number,
  ): Promise<void> {
    const entries = await lanes.settle(ends, stored);
    const isWell = lanes.waiting().every((lane) => lane.failures === 0);
    deps.onStored(entries, { tookMs: elapsed() - began, isWell });
  }

  async function storeFree(taken: Taken[]): Promise<Set<ProjectId>> {
    const { batch, letGo } = await whole(taken);
    return deps.absorbFree(batch, lanes.storedBefore()).finally(letGo);
  }

  async function whole(taken: Taken[]) {
    const read = await Promise.all(taken.flatMap((each) => each.parts.map(understood)));
    const { batch: first } = taken[0]!.parts[0]!.of;
    const isLate = taken.some((each) => each.parts.some(({ of }) => of.batch.isLate));
    const understanding = joined(read.map((each) => each.understanding));
    const batch = { ...understanding, from: first.from, isLate, ends: endsOf(taken) };
    return { batch, letGo: () => read.forEach(({ letGo }) => letGo()) };
  }

  async function understood({ entries, understanding }: Part) {
    return understanding ? { understanding, letGo: () => undefined } : deps.reread(entries);
  }

  const pauseAfter = (isStored: boolean): number => {
    const others = deps.processes() - 1;
    if (isStored) return others > 0 ? restMs : 0;
    return askEveryMs * Math.max(1, others) * (0.5 + Math.random());
  };

  /**
   * A project that fails together with others is tried alone. If it fails alone, it waits, or is
   * split if its data is at fault.
   */
  async function refused(taken: Taken[], error: unknown): Promise<void> {
    const cause = diskCauseOf(error);
    const attempt =
      1 + (ofAll(cause) ? failures++ : Math.min(...taken.map(({ lane }) => lane.failures)));
    deps.log("error", "A batch could not be stored. It stays on disk and will be retried.", {
      attempt,
      error,
    });
    const isAlone = taken.length === 1;
    if (isAlone && !cause && attempt >= attemptsBeforeApart) return apart(taken[0]!);
    if (!ofAll(cause))
      for (const { lane } of taken) {
        lanes.park(lane, isAlone && cause === "node-away");
        lane.notBefore = isAlone ? elapsed() + pauseMs(attempt) : 0;
      }
    deps.onRefused(cause ?? "other");
    if (ofAll(cause)) await setTimeout(pauseMs(attempt));
  }

  async function apart(taken: Taken): Promise<void> {
    const began = elapsed();
    const { batch, letGo } = await whole([taken]);
    const entries = taken.parts.flatMap((part) => part.entries);
    const keep = (pieces: Piece[]) => deps.keep(entries, pieces);
    await absorbWithRetry({ ...deps, onStored: () => undefined, keep }, batch).finally(letGo);
    await settle(batch.ends, new Set(batch.ends.keys()), began);
  }

  return {
    async add(taken) {
      await lanes.add(taken);
      wake.resolve();
      wake = Promise.withResolvers();
      running ??= run();
      if (lanes.heldRequests() < heldRequestsMax) return;
      room = Promise.withResolvers();
      await room.promise;
    },
    async idle() {
      while (lanes.waiting().some((lane) => lane.failures === 0))
        await Promise.race([running, setTimeout(idleLookMs)]);
    },
    heldBack: lanes.heldBack,
    lingerMs: () => Math.min(lingerMsMax, lingerMsAlone + lingerMsOther * (deps.processes() - 1)),
  };
}

/** Causes that affect all projects, or all on a node. */
const ofAll = (cause: DiskCause | undefined): boolean =>
  cause !== undefined && cause !== "node-away";

/**
 * Takes one batch of projects that can be stored now. A project that failed before is stored alone.
 */
function takeReady(all: Lane[], now: number): Taken[] {
  const taken: Taken[] = [];
  let requests = 0;
  for (const lane of all) {
    if (lane.notBefore > now) continue;
    if (lane.failures > 0 && taken.length > 0) continue;
    const some = firstParts(lane, backlogRequests - requests);
    if (some.length === 0) continue;
    taken.push({ lane, parts: some });
    requests += some.reduce((sum, { entries }) => sum + entries.length, 0);
    if (lane.failures > 0 || requests >= backlogRequests) break;
  }
  return taken;
}

/** At least one part, if it is the first. */
function firstParts({ parts, failures }: Lane, most: number): Part[] {
  const some: Part[] = [];
  let requests = 0;
  for (const part of parts) {
    requests += part.entries.length;
    if (some.length > 0 && (requests > most || failures > 0)) break;
    if (some.length === 0 && requests > most && most < backlogRequests) break;
    some.push(part);
  }
  return some;
}

const endsOf = (taken: Taken[]): PartEnds =>
  new Map(taken.map(({ lane, parts }) => [lane.projectId, parts.at(-1)!.end]));

const untilNext = (all: Lane[], now: number): number =>
  Math.max(1, Math.min(longestPauseMs, ...all.map(({ notBefore }) => notBefore - now)));

/** Doubles each time, plus up to 50% random, so that processes don't retry in step. */
const pauseMs = (attempt: number) =>
  Math.min(longestPauseMs, shortestPauseMs * 2 ** (attempt - 1)) * (1 + Math.random() / 2);
