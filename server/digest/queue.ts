import { setImmediate, setTimeout } from "node:timers/promises";
import type { DiskCause } from "#server/domain/health/trouble.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type { Log } from "#server/log.ts";
import type { Batch, Piece } from "./absorb.ts";
import { absorbSurely } from "./absorb-surely.ts";
import { giveBack } from "./body-blocks.ts";
import type { Backlog, BacklogFigures } from "./backlog.ts";
import { backlogRequests, batchRequests, createReadAhead, type ReadParts, type Waiting } from "./read-ahead.ts";
import type { Rush } from "./rush.ts";
import type { Spool, SpoolEntry } from "./spool.ts";
import type { Troubles } from "./troubles.ts";
import { sizeOf, type Understanding } from "./understanding.ts";

export type QueueParts = {
  spool: Spool;
  absorb: (batch: Piece) => Promise<void>;
  read: ReadParts["read"];
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

/** How long a short batch waits for company. Pages may lag by two seconds (SPEC section 10); a frame of many is half the size. */
const lingerMs = 100;
/** In a rush each batch waits so long for it to end: a batch keeps the door shut for some 70 ms. */
const rushPauses = 10;
const rushPauseMs = 20;
/** What waited so long is a backlog, and no burst of a moment: from then on crowds of events are thinned. */
const lateMs = 5_000;
const heldBytesMax = 48 * 1024 * 1024;

type Held = Waiting & { heldBytes: number };

/** Starts with what the spool still held from before. Runs until the process ends. */
export function startQueue(parts: QueueParts): DigestQueue {
  const { backlog, elapsed, read, log } = parts;
  const ahead = createReadAhead<Held>({
    ...{ read, log },
    onRefused: (cause, error) => stall(parts, cause, error),
    onDamaged: (entry) => tellDamage(parts, entry),
  });
  const since = elapsed();
  let waiting: Held[] = parts.spool.waiting.map((entry) => ({ entry, since, heldBytes: 0 }));
  for (const { entry } of waiting) backlog.add(entry.projectId, entry.byteLength);
  let heldBytes = 0;
  let running: Promise<void> | undefined;
  let hurried = false;
  /** Requests, counted; who waits for some of them waits for a number. */
  let pushed = waiting.length;
  let digested = 0;
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
      const { taken, understanding, blocks } = await ahead.take(waiting);
      waiting = waiting.slice(taken.length);
      ahead.begin(waiting);
      await digest(parts, { ...understanding, ...placeOf(taken), isLate: elapsed() - taken[0]!.since >= lateMs });
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

function placeOf(taken: Waiting[]): Pick<Batch, "from" | "cursor"> {
  const { segment, offset } = taken[0]!.entry;
  return { from: { segment, offset }, cursor: taken.at(-1)!.entry.next };
}

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
