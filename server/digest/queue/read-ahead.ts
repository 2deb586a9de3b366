import { setTimeout } from "node:timers/promises";
import { diskCauseOf } from "#server/domain/health/disk-cause.ts";
import type { OutcomeEntry } from "#server/domain/outcomes.ts";
import { giveBack } from "#server/threads/give-back.ts";
import type { PackedTraces } from "#server/digest/traces/packed-traces.ts";
import { unpackTraces } from "#server/digest/traces/unpack-traces.ts";
import {
  backoffMs,
  keepUnreadable,
  readSuspect,
  type SuspectDeps,
} from "#server/digest/spool/read-suspect.ts";
import type { SpoolEntry } from "#server/digest/spool/spool.ts";
import { joined, sizeOf, type Understanding } from "#server/digest/understanding.ts";
import type { Waiting, WaitingList } from "./waiting.ts";

/** Result of reading spooled requests: the first `count` of the requested ones. */
export type Reread = {
  count: number;
  understanding: Understanding;
  /** The traces of `understanding`, which then has none. */
  traces?: PackedTraces;
  /** As returned by `sizeOf`, packed or not. */
  bytes: number;
  /** Indexes of the entries that are damaged. */
  damaged: number[];
  /** The memory of event bodies, reused after they are stored. */
  blocks: ArrayBuffer[];
};

export type ReadDeps = SuspectDeps & {
  /** Reads requests that are only on disk (`reader-threads.ts`): at least one of the entries. */
  read: (entries: SpoolEntry[]) => Promise<Reread>;
  onDamaged: (entry: SpoolEntry) => void;
};

/** The result for the first waiting requests. */
export type Gathered = { taken: Waiting[]; understanding: Understanding; blocks: ArrayBuffer[] };

/** The same, read ahead. */
type Gathering = { taken: Waiting[]; read: Reread[]; bytes: number };

/** An array or a type with the same methods. */
type Queued = Pick<WaitingList, "slice">;

/**
 * Turns waiting requests into batches. Unread requests are read in other threads while the previous
 * batch is stored.
 */
type ReadAhead = {
  /** Takes from the start of `waiting`: at least one request. */
  take(waiting: Queued): Promise<Gathered>;
  /** Starts reading ahead if worthwhile. */
  begin(waiting: Queued): void;
};

/** A batch is one transaction and one compressed frame. Small batches yield to ingestion sooner. */
export const batchRequests = 100;
/**
 * More than this is a backlog. Everything read by then forms one batch: at 500 requests, an event
 * costs a third less.
 */
export const backlogRequests = 500;
/**
 * Pieces of `batchRequests`: as many as two threads read while one batch is stored. With three, a
 * batch held 300 requests, and floods were slower end to end: events by 5%, spans by 7%.
 */
const piecesAhead = 8;
const pieceBytesMax = 16 * 1024 * 1024;
const batchBytesMax = 48 * 1024 * 1024;

type Piece = { next: Waiting[]; gathered: Promise<Gathering>; isRead: boolean };

export function createReadAhead(deps: ReadDeps): ReadAhead {
  /** In order, from the start of `waiting`. */
  const pieces: Piece[] = [];

  function begun(next: Waiting[]): Piece {
    const piece = { next, gathered: gather(deps, next), isRead: false };
    void piece.gathered.then(() => (piece.isRead = true));
    return piece;
  }

  async function takePiece(waiting: Queued): Promise<Gathering> {
    const { next, gathered } = pieces.shift() ?? begun(waiting.slice(0, batchRequests));
    const found = await gathered;
    const left = next.slice(found.taken.length);
    if (left.length > 0) pieces.unshift(begun(left));
    return found;
  }

  function begin(waiting: Queued): void {
    let at = pieces.reduce((sum, { next }) => sum + next.length, 0);
    while (pieces.length < piecesAhead) {
      const next = waiting.slice(at, at + batchRequests);
      // A few requests alone would form a separate batch at the full cost of one.
      if (next.length === 0 || (pieces.length > 0 && next.length < batchRequests) || next[0]!.held)
        return;
      pieces.push(begun(next));
      at += next.length;
    }
  }

  return {
    begin,
    async take(waiting) {
      begin(waiting);
      const all = [await takePiece(waiting)];
      let [requests, bytes] = [all[0]!.taken.length, all[0]!.bytes];
      while (
        pieces[0]?.isRead &&
        requests + pieces[0].next.length <= backlogRequests &&
        bytes < batchBytesMax
      ) {
        const piece = await takePiece(waiting);
        all.push(piece);
        requests += piece.taken.length;
        bytes += piece.bytes;
      }
      const read = all.flatMap((piece) => piece.read);
      return {
        taken: all.flatMap(({ taken }) => taken),
        understanding: joined(read.map(unpacked)),
        blocks: read.flatMap(({ blocks }) => blocks),
      };
    },
  };
}

function unpacked({ understanding, traces }: Reread): Understanding {
  if (!traces) return understanding;
  const whole = { ...understanding, traces: unpackTraces(traces) };
  giveBack(traces.numbers.buffer);
  giveBack(traces.digits.buffer);
  return whole;
}

/** Requests read from disk may be large or many. A piece ends before it would fill memory. */
async function gather(deps: ReadDeps, next: Waiting[]): Promise<Gathering> {
  const taken: Waiting[] = [];
  const read: Reread[] = [];
  let bytes = 0;
  while (taken.length < next.length && bytes < pieceBytesMax) {
    const first = taken.length;
    const { held } = next[first]!;
    const found = held ? alone(held.understanding) : await readFirst(deps, unreadFrom(next, first));
    taken.push(...next.slice(first, first + found.count));
    read.push(found);
    const damaged = found.damaged.map((at) => next[first + at]!.entry);
    if (damaged.length > 0) read.push(await damagedKept(deps, damaged));
    bytes += found.bytes;
  }
  return { taken, read, bytes };
}

async function damagedKept(deps: ReadDeps, damaged: SpoolEntry[]): Promise<Reread> {
  const outcomes: OutcomeEntry[] = [];
  for (const entry of damaged) {
    deps.onDamaged(entry);
    outcomes.push(await keepUnreadable(deps, entry, "It is damaged on disk."));
  }
  return { ...alone({ ...joined([]), outcomes }), count: 0 };
}

const alone = (understanding: Understanding): Reread => ({
  count: 1,
  understanding,
  bytes: sizeOf(understanding),
  damaged: [],
  blocks: [],
});

function unreadFrom(next: Waiting[], from: number): SpoolEntry[] {
  const read = next.findIndex(({ held }, at) => at > from && held !== undefined);
  return next.slice(from, read < 0 ? undefined : read).map(({ entry }) => entry);
}

/**
 * The reading thread may die of one of them, so halves are tried until one request is left, which
 * is then read alone. If the machine lacks resources, all are retried until it has them.
 */
async function readFirst(deps: ReadDeps, entries: SpoolEntry[]): Promise<Reread> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await deps.read(entries);
    } catch (error) {
      const cause = diskCauseOf(error);
      if (cause) deps.onRefused(cause, error);
      else if (entries.length === 1) return readSuspect(deps, entries[0]!);
      else return readFirst(deps, entries.slice(0, Math.ceil(entries.length / 2)));
      await setTimeout(backoffMs(attempt));
    }
  }
}
