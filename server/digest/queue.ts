import { setImmediate, setTimeout } from "node:timers/promises";
import { diskCauseOf } from "#server/domain/health/disk-cause.ts";
import type { DiskCause } from "#server/domain/health/trouble.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type { Log } from "#server/log.ts";
import type { Batch, Piece } from "./absorb.ts";
import { absorbSurely } from "./absorb-surely.ts";
import { giveBack } from "./body-blocks.ts";
import type { Backlog, BacklogFigures } from "./backlog.ts";
import type { Rush } from "./rush.ts";
import type { Spool, SpoolEntry } from "./spool.ts";
import type { Troubles } from "./troubles.ts";
import { joined, sizeOf, type Understanding } from "./understanding.ts";

/** What was read of spooled requests: the first `count` of those asked for. */
export type Reread = {
  count: number;
  understanding: Understanding;
  /** Those that are not what was written, by their place among the entries. */
  damaged: number[];
  /** What bodies of events lie in: given back once they are stored. */
  blocks: ArrayBuffer[];
};

export type QueueParts = {
  spool: Spool;
  absorb: (batch: Piece) => Promise<void>;
  /** Reads what nothing was kept of in memory (`reader-thread.ts`): one of the entries at least. */
  read: (entries: SpoolEntry[]) => Promise<Reread>;
  rush: Pick<Rush, "isOn">;
  backlog: Backlog;
  troubles: Troubles;
  elapsed: () => number;
  log: Log;
};

/** Requests on disk, not yet on the pages. */
export type DigestQueue = {
  /** False in a backlog: then requests wait on disk alone, and understanding them now is work done twice. */
  hasRoom(): boolean;
  /** True when more waits than one batch holds: then being safe comes first, and being understood later. */
  isBehind(): boolean;
  push(entry: SpoolEntry, understanding?: Understanding): void;
  /** Resolves when everything pushed so far is on the pages. */
  drained(): Promise<void>;
  /** Resolves when everything pushed so far is on the pages, whatever comes meanwhile. */
  caughtUp(): Promise<void>;
  /** Whether one more request of this project may wait (domain/overload). */
  admission(projectId: ProjectId): ReturnType<Backlog["admission"]>;
  figures(): QueueFigures;
};

export type QueueFigures = BacklogFigures & { requests: number };

/**
 * A batch shares one transaction and one compressed frame. Small ones give way to the door sooner; in a backlog large ones
 * cost a third less an event (measured with 100 and 500).
 */
const batchRequests = 100;
const backlogRequests = 500;
/** How long a short batch waits for company. Pages may lag by two seconds (SPEC section 10); a frame of many is half the size. */
const lingerMs = 100;
/** In a rush each batch waits so long for it to end: a batch keeps the door shut for some 70 ms. */
const rushPauses = 10;
const rushPauseMs = 20;
/** What waited so long is a backlog, and no burst of a moment: from then on crowds of events are thinned. */
const lateMs = 5_000;
const heldBytesMax = 48 * 1024 * 1024;
const batchBytesMax = 48 * 1024 * 1024;

type Waiting = { entry: SpoolEntry; since: number; understanding?: Understanding; heldBytes: number };

/** Starts with what the spool still held from before. Runs until the process ends. */
export function startQueue(parts: QueueParts): DigestQueue {
  const { backlog, elapsed } = parts;
  const since = elapsed();
  let waiting: Waiting[] = parts.spool.waiting.map((entry) => ({ entry, since, heldBytes: 0 }));
  for (const { entry } of waiting) backlog.add(entry.projectId, entry.byteLength);
  let heldBytes = 0;
  let running: Promise<void> | undefined;
  let hurried = false;
  /** Requests, counted; who waits for some of them waits for a number. */
  let pushed = waiting.length;
  let digested = 0;
  /** The batch after the one that is being stored: its requests are read meanwhile, in another thread. */
  let ahead: Promise<Gathered> | undefined;
  let watchers: { until: number; reached: () => void }[] = [];

  function tellWatchers(): void {
    for (const { until, reached } of watchers) if (until <= digested) reached();
    watchers = watchers.filter(({ until }) => until > digested);
  }

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      if (waiting.length < batchRequests && !hurried) await setTimeout(lingerMs);
      if (!hurried) await letRushPass(parts.rush);
      const began = elapsed();
      const { batch, taken, blocks } = await (ahead ?? gather(parts, firstOf(waiting)));
      waiting = waiting.slice(taken.length);
      ahead = waiting[0] && !waiting[0].understanding ? gather(parts, firstOf(waiting)) : undefined;
      await digest(parts, { ...batch, isLate: elapsed() - taken[0]!.since >= lateMs });
      blocks.forEach(giveBack);
      for (const each of taken) heldBytes -= each.heldBytes;
      backlog.drained(
        taken.map(({ entry }) => entry),
        elapsed() - began,
      );
      digested += taken.length;
      tellWatchers();
      await setImmediate();
    }
    running = undefined;
  }

  const start = () => (running ??= run());
  if (waiting.length > 0) void start();

  return {
    hasRoom: () => heldBytes < heldBytesMax,
    isBehind: () => waiting.length >= backlogRequests,
    push(entry, understanding) {
      const size = understanding ? sizeOf(understanding) : 0;
      heldBytes += size;
      backlog.add(entry.projectId, entry.byteLength);
      waiting.push({ entry, since: elapsed(), heldBytes: size, ...(understanding && { understanding }) });
      pushed += 1;
      void start();
    },
    async drained() {
      hurried = true;
      await running;
      hurried = false;
    },
    caughtUp: () =>
      new Promise((reached) => {
        watchers.push({ until: pushed, reached });
        tellWatchers();
      }),
    admission: (projectId) => backlog.admission(projectId, waiting[0]?.since),
    figures: () => ({ ...backlog.figures(waiting[0]?.since), requests: pushed - digested }),
  };
}

async function letRushPass(rush: Pick<Rush, "isOn">): Promise<void> {
  for (let i = 0; i < rushPauses && rush.isOn(); i++) await setTimeout(rushPauseMs);
}

const firstOf = (waiting: Waiting[]) =>
  waiting.slice(0, waiting.length >= backlogRequests ? backlogRequests : batchRequests);

async function digest(parts: QueueParts, batch: Batch): Promise<void> {
  const { absorb, log, backlog, troubles } = parts;
  const onRefused = (cause: DiskCause) => stall(parts, cause);
  const onStored = () => {
    troubles.end("storing-failed");
    backlog.stall(false);
  };
  await absorbSurely({ absorb, log, onRefused, onStored }, batch);
  await parts.spool.release(batch.cursor).catch((error: unknown) => {
    parts.log("warn", "A spool segment that is done with could not be removed.", { error });
  });
}

function stall({ troubles, backlog }: QueueParts, cause: DiskCause, error?: unknown): void {
  troubles.begin({ kind: "storing-failed", cause }, error);
  // A damaged day is named by whoever comes upon it; what else is damaged no start sets aside.
  const isOfDay = troubles.list().some(({ kind }) => kind === "day-damaged");
  if (cause === "damaged" && !isOfDay) troubles.begin({ kind: "database-damaged" }, error);
  backlog.stall(true);
}

function tellDamage({ troubles }: QueueParts, { segment, byteLength }: SpoolEntry): void {
  troubles.begin({ kind: "spool-damaged", segment, lostBytes: byteLength });
}

const attemptsAlone = 4;
const longestPauseMs = 2_000;

type Gathered = { batch: Batch; taken: Waiting[]; blocks: ArrayBuffer[] };

/** What was read again from disk is large, or there is much of it: a batch ends where it would fill the memory. */
async function gather(parts: QueueParts, next: Waiting[]): Promise<Gathered> {
  const taken: Waiting[] = [];
  const understood: Understanding[] = [];
  const blocks: ArrayBuffer[] = [];
  for (let bytes = 0; taken.length < next.length && bytes < batchBytesMax;) {
    const first = taken.length;
    const { understanding } = next[first]!;
    const found = understanding ? alone(understanding) : await readFirst(parts, unreadFrom(next, first));
    for (const at of found.damaged) tellDamage(parts, next[first + at]!.entry);
    taken.push(...next.slice(first, first + found.count));
    understood.push(found.understanding);
    blocks.push(...found.blocks);
    bytes += sizeOf(found.understanding);
  }
  return { batch: batchOf(taken, joined(understood)), taken, blocks };
}

const alone = (understanding: Understanding): Reread => ({ count: 1, understanding, damaged: [], blocks: [] });

function unreadFrom(next: Waiting[], from: number): SpoolEntry[] {
  const read = next.findIndex(({ understanding }, at) => at > from && understanding !== undefined);
  return next.slice(from, read < 0 ? undefined : read).map(({ entry }) => entry);
}

/**
 * The thread that reads may die of one of them: halves are tried until that one stands alone. It is passed over once it has failed
 * several times by itself: threads die of other things, too, and what was accepted is not given up for one of those. For what the
 * disk does none is given up at all.
 */
async function readFirst(parts: QueueParts, entries: SpoolEntry[]): Promise<Reread> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await parts.read(entries);
    } catch (error) {
      if (entries.length > 1) return readFirst(parts, entries.slice(0, Math.ceil(entries.length / 2)));
      const cause = diskCauseOf(error);
      if (cause) stall(parts, cause, error);
      else if (attempt >= attemptsAlone) return passOver(parts, entries[0]!, error);
      await setTimeout(Math.min(longestPauseMs, 100 * attempt));
    }
  }
}

function passOver({ log }: QueueParts, entry: SpoolEntry, error: unknown): Reread {
  log("error", "A spooled request cannot be read and was passed over.", { ...entry, error });
  return alone(joined([]));
}

function batchOf(taken: Waiting[], understanding: Understanding): Batch {
  const { segment, offset } = taken[0]!.entry;
  return { ...understanding, from: { segment, offset }, cursor: taken.at(-1)!.entry.next };
}
