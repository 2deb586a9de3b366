import { setImmediate, setTimeout } from "node:timers/promises";
import { hourOf, type LedgerEntry } from "#server/domain/ledger.ts";
import type { Admitted, AdmittedEvent, AdmittedItem, CountedItem, Receipt } from "#server/ingest/request.ts";
import type { Log } from "#server/log.ts";
import type { Batch, DigestEvent } from "./absorb.ts";
import { absorbSurely } from "./absorb-surely.ts";
import type { SpoolRecord } from "./record.ts";
import type { Spool, SpoolEntry } from "./spool.ts";

export type QueueParts = {
  spool: Spool;
  absorb: (batch: Batch) => Promise<void>;
  /** Reads a record again whose parsed form was let go; undefined when it can no longer be read. */
  readmit: (record: SpoolRecord) => Promise<Admitted | undefined>;
  digestEvent: (item: AdmittedEvent, receipt: Receipt) => DigestEvent;
  log: Log;
};

/** Requests on disk, not yet on the pages. */
export type DigestQueue = {
  push(entry: SpoolEntry, admitted: Admitted): void;
  /** Resolves when everything pushed so far is on the pages. */
  drained(): Promise<void>;
  /** Bytes on disk that wait. */
  waitingBytes(): number;
};

/** A batch: enough to share one transaction and one compressed frame, little enough to give way to the door. */
const batchRequests = 100;
/** How long a short batch waits for company. Pages may lag by two seconds (SPEC section 10); a frame of many is half the size. */
const lingerMs = 100;
/** Beyond this, requests wait on disk alone and are parsed a second time: memory stays bounded in a flood. */
const heldBytesMax = 48 * 1024 * 1024;

type Waiting = { entry: SpoolEntry; admitted?: Admitted };

/** Starts with what the spool still held from before. Runs until the process ends. */
export function startQueue(parts: QueueParts): DigestQueue {
  let waiting: Waiting[] = parts.spool.waiting.map((entry) => ({ entry }));
  let heldBytes = 0;
  let waitingBytes = sum(waiting);
  let running: Promise<void> | undefined;
  let hurried = false;

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      if (waiting.length < batchRequests && !hurried) await setTimeout(lingerMs);
      const taken = waiting.slice(0, batchRequests);
      waiting = waiting.slice(taken.length);
      await digestAll(parts, taken);
      waitingBytes -= sum(taken);
      for (const each of taken) if (each.admitted) heldBytes -= each.entry.byteLength;
      await setImmediate();
    }
    running = undefined;
  }

  const start = () => (running ??= run());
  if (waiting.length > 0) void start();

  return {
    push(entry, admitted) {
      const hold = heldBytes + entry.byteLength <= heldBytesMax;
      if (hold) heldBytes += entry.byteLength;
      waiting.push(hold ? { entry, admitted } : { entry });
      waitingBytes += entry.byteLength;
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

const sum = (waiting: Waiting[]) => waiting.reduce((bytes, { entry }) => bytes + entry.byteLength, 0);

async function digestAll(parts: QueueParts, taken: Waiting[]): Promise<void> {
  const batch = await understandAll(parts, taken);
  await absorbSurely(parts, batch);
  await parts.spool.release(batch.cursor).catch((error: unknown) => {
    parts.log("warn", "A spool segment that is done with could not be removed.", { error });
  });
}

async function understandAll(parts: QueueParts, taken: Waiting[]): Promise<Batch> {
  const { segment, offset } = taken[0]!.entry;
  const batch: Batch = {
    ...{ events: [], traces: [], ledger: [] },
    from: { segment, offset },
    cursor: taken.at(-1)!.entry.next,
  };
  for (const { entry, admitted } of taken) {
    const request = admitted ?? (await readmit(parts, entry));
    for (const item of request?.items ?? []) addItem(parts, batch, item, request!.receipt);
  }
  return batch;
}

function addItem(parts: QueueParts, batch: Batch, item: AdmittedItem, receipt: Receipt): void {
  const { projectId, receivedAt } = receipt;
  switch (item.kind) {
    case "event":
      batch.events.push(parts.digestEvent(item, receipt));
      return;
    case "spans":
      for (const part of item.parts) batch.traces.push({ projectId, part, receivedAt, category: item.category });
      return;
    case "counted":
      batch.ledger.push(ledgerEntry(receipt, item));
  }
}

async function readmit(parts: QueueParts, entry: SpoolEntry): Promise<Admitted | undefined> {
  try {
    return await parts.readmit(await parts.spool.read(entry));
  } catch (error) {
    parts.log("error", "A spooled request is damaged and was passed over.", { ...entry, error });
    return undefined;
  }
}

function ledgerEntry(receipt: Receipt, item: CountedItem): LedgerEntry {
  const { outcome, category, reason, quantity } = item;
  return { projectId: receipt.projectId, hour: hourOf(receipt.receivedAt), outcome, category, reason, quantity };
}
