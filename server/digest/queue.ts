import { setImmediate, setTimeout } from "node:timers/promises";
import type { Log } from "#server/log.ts";
import type { Batch } from "./absorb.ts";
import { absorbSurely } from "./absorb-surely.ts";
import type { SpoolRecord } from "./record.ts";
import type { Spool, SpoolEntry } from "./spool.ts";
import { sizeOf, type Understanding } from "./understanding.ts";

export type QueueParts = {
  spool: Spool;
  absorb: (batch: Batch) => Promise<void>;
  /** Reads a record again that nothing was kept of in memory; undefined when it can no longer be read. */
  reread: (record: SpoolRecord) => Promise<Understanding | undefined>;
  log: Log;
};

/** Requests on disk, not yet on the pages. */
export type DigestQueue = {
  /** False in a backlog: then requests wait on disk alone, and understanding them now is work done twice. */
  hasRoom(): boolean;
  push(entry: SpoolEntry, understanding?: Understanding): void;
  /** Resolves when everything pushed so far is on the pages. */
  drained(): Promise<void>;
  /** Bytes on disk that wait. */
  waitingBytes(): number;
};

/**
 * A batch shares one transaction and one compressed frame. Small ones give way to the door sooner; in a backlog large ones
 * cost a third less an event (measured with 100 and 500).
 */
const batchRequests = 100;
const backlogRequests = 500;
/** How long a short batch waits for company. Pages may lag by two seconds (SPEC section 10); a frame of many is half the size. */
const lingerMs = 100;
const heldBytesMax = 48 * 1024 * 1024;

type Waiting = { entry: SpoolEntry; understanding?: Understanding; heldBytes: number };

/** Starts with what the spool still held from before. Runs until the process ends. */
export function startQueue(parts: QueueParts): DigestQueue {
  let waiting: Waiting[] = parts.spool.waiting.map((entry) => ({ entry, heldBytes: 0 }));
  let heldBytes = 0;
  let waitingBytes = waiting.reduce((bytes, { entry }) => bytes + entry.byteLength, 0);
  let running: Promise<void> | undefined;
  let hurried = false;

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      if (waiting.length < batchRequests && !hurried) await setTimeout(lingerMs);
      const taken = waiting.slice(0, waiting.length >= backlogRequests ? backlogRequests : batchRequests);
      waiting = waiting.slice(taken.length);
      await digestAll(parts, taken);
      for (const each of taken) {
        waitingBytes -= each.entry.byteLength;
        heldBytes -= each.heldBytes;
      }
      await setImmediate();
    }
    running = undefined;
  }

  const start = () => (running ??= run());
  if (waiting.length > 0) void start();

  return {
    hasRoom: () => heldBytes < heldBytesMax,
    push(entry, understanding) {
      const size = understanding ? sizeOf(understanding) : 0;
      heldBytes += size;
      waitingBytes += entry.byteLength;
      waiting.push({ entry, heldBytes: size, ...(understanding && { understanding }) });
      void start();
    },
    async drained() {
      hurried = true;
      await running;
      hurried = false;
    },
    waitingBytes: () => waitingBytes,
  };
}

async function digestAll(parts: QueueParts, taken: Waiting[]): Promise<void> {
  const batch = await gather(parts, taken);
  await absorbSurely(parts, batch);
  await parts.spool.release(batch.cursor).catch((error: unknown) => {
    parts.log("warn", "A spool segment that is done with could not be removed.", { error });
  });
}

async function gather(parts: QueueParts, taken: Waiting[]): Promise<Batch> {
  const { segment, offset } = taken[0]!.entry;
  const understood: Understanding[] = [];
  for (const { entry, understanding } of taken) {
    const each = understanding ?? (await reread(parts, entry));
    if (each) understood.push(each);
  }
  return {
    events: understood.flatMap(({ events }) => events),
    traces: understood.flatMap(({ traces }) => traces),
    vitals: understood.flatMap(({ vitals }) => vitals),
    sessions: understood.flatMap(({ sessions }) => sessions),
    ledger: understood.flatMap(({ ledger }) => ledger),
    from: { segment, offset },
    cursor: taken.at(-1)!.entry.next,
  };
}

async function reread(parts: QueueParts, entry: SpoolEntry): Promise<Understanding | undefined> {
  try {
    return await parts.reread(await parts.spool.read(entry));
  } catch (error) {
    parts.log("error", "A spooled request is damaged and was passed over.", { ...entry, error });
    return undefined;
  }
}
