import { setTimeout } from "node:timers/promises";
import { diskCauseOf } from "#server/domain/health/disk-cause.ts";
import type { DiskCause } from "#server/domain/health/trouble.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type { Log } from "#server/telemetry/log.ts";
import type { PartEnds, SpoolCursor } from "#server/storage/digest/digest-store.ts";
import type { Piece } from "#server/digest/absorb.ts";
import { absorbSurely } from "./absorb-surely.ts";
import { createLanes, type Lane, type OpenBatch, type Part } from "./project-lanes.ts";
import { backlogRequests } from "./read-ahead.ts";
import type { SpoolEntry } from "#server/digest/spool/spool.ts";
import { joined, type Understanding } from "#server/digest/understanding.ts";

export type StoringDeps = {
  /** Stores those projects that no other process is storing to; returns those that are stored. */
  absorbFree: (
    batch: Piece & { ends: PartEnds },
    before: SpoolCursor | undefined,
  ) => Promise<Set<ProjectId>>;
  /** Stores a project, after other processes that store to it. */
  absorb: (batch: Piece) => Promise<void>;
  /** Reads requests once more that memory has let go of. */
  reread: (entries: SpoolEntry[]) => Promise<{ understanding: Understanding; letGo: () => void }>;
  /** How many processes store, this one included. */
  processes: () => number;
  onRefused: (cause: DiskCause) => void;
  /** `isWell`: nothing waits because storage refuses it. */
  onStored: (entries: SpoolEntry[], how: { tookMs: number; isWell: boolean }) => void;
  keep: (entries: SpoolEntry[], refused: Piece[]) => Promise<void>;
  elapsed: () => number;
  log: Log;
};

export type SharedStoring = {
  /** Resolves once there is room for another batch. */
  add(taken: OpenBatch): Promise<void>;
  /** Resolves when all that was added is stored, but for what storage refuses. */
  idle(): Promise<void>;
  /**
   * How long a short batch waits for company: the more processes there are, the longer, so that
   * batches get a little larger and pay for what each process asks of the database besides.
   */
  lingerMs(): number;
};

/** Beside the batch that is being stored. */
const heldRequestsMax = backlogRequests;
const lingerMsAlone = 100;
const lingerMsOther = 150;
const lingerMsMax = 1_150;
/**
 * A process that has stored a project leaves it to the others for so long; they ask for it more
 * often than that.
 */
const restMs = 50;
/** How often all processes together ask for a project that one of them is storing to. */
const askEveryMs = 20;
const idleLookMs = 50;
const attemptsBeforeApart = 4;
const shortestPauseMs = 100;
const longestPauseMs = 5_000;

type Taken = { lane: Lane; parts: Part[] };

/**
 * Stores what several processes take of the same projects: each project by one process at a time,
 * without any waiting in the database. Whose project is taken stores others meanwhile, and its
 * batch of that project grows. A project that cannot be stored (its node of a cluster is away)
 * waits by itself.
 */
export function sharedStoring(deps: StoringDeps): SharedStoring {
  const { elapsed } = deps;
  const lanes = createLanes();
  /** How often in a row storage took nothing at all. */
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
   * What fails beside others is tried alone; what fails alone waits, or is taken apart where it is
   * to blame itself.
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
    deps.onRefused(cause ?? "other");
    if (ofAll(cause)) {
      await setTimeout(pauseMs(attempt));
      return;
    }
    for (const { lane } of taken) {
      lanes.park(lane);
      lane.notBefore = isAlone ? elapsed() + pauseMs(attempt) : 0;
    }
  }

  async function apart(taken: Taken): Promise<void> {
    const began = elapsed();
    const { batch, letGo } = await whole([taken]);
    const entries = taken.parts.flatMap((part) => part.entries);
    const keep = (pieces: Piece[]) => deps.keep(entries, pieces);
    await absorbSurely({ ...deps, onStored: () => undefined, keep }, batch).finally(letGo);
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
    lingerMs: () => Math.min(lingerMsMax, lingerMsAlone + lingerMsOther * (deps.processes() - 1)),
  };
}

/** What is no fault of a project, or of the node that it is on. */
const ofAll = (cause: DiskCause | undefined): boolean =>
  cause !== undefined && cause !== "node-away";

/** As much as makes one batch of what may be stored now; what failed before by itself. */
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

/** One at least where it is the first. */
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

/**
 * Twice as long each time; up to half as much again is chance, so that many processes do not come
 * back in step.
 */
const pauseMs = (attempt: number) =>
  Math.min(longestPauseMs, shortestPauseMs * 2 ** (attempt - 1)) * (1 + Math.random() / 2);
