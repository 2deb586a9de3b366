import { absorb, absorbFree, type DigestMemory, type Piece } from "#server/digest/absorb.ts";
import type { QueueDeps } from "#server/digest/queue/queue.ts";
import { unminifyBatch, type UnminifyDeps } from "#server/digest/events/unminify-batch.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import type { SharedDigest, SpoolCursor } from "#server/storage/digest/digest-store.ts";
import type { OpenedStore } from "#server/storage/store.ts";

type AbsorbingDeps = {
  store: OpenedStore;
  memory: DigestMemory;
  /** Un-minifies stacks. */
  written: UnminifyDeps;
  /** The digest's position in the spool. */
  from: SpoolCursor | undefined;
  /** Number of processes that write to the database, including this one. */
  processes: () => number;
};

type Absorbing = {
  digest: (batch: Piece) => Promise<void>;
  shared?: QueueDeps["shared"] & {};
  /** Everything before this position is stored. */
  cursor(): SpoolCursor | undefined;
};

/**
 * Stores batches one at a time: a queue batch and a replay batch share the recently-seen memory.
 */
export function absorbing({ store, memory, written, from, processes }: AbsorbingDeps): Absorbing {
  const inTurn = oneAtATime((absorb: () => Promise<void>) => absorb());
  const prepare = (batch: Piece) => unminifyBatch(batch, written);
  let cursor = from;

  const freeOf = (shared: SharedDigest): (QueueDeps["shared"] & {})["absorbFree"] =>
    async function free(batch, before) {
      let stored = new Set<ProjectId>();
      await inTurn(async () => void (stored = await absorbFree(shared, batch, before, memory)));
      cursor = before ?? cursor;
      return stored;
    };

  return {
    async digest(batch) {
      const prepared = await prepare(batch);
      await inTurn(() => absorb(store, prepared, memory));
      cursor = batch.cursor ?? cursor;
    },
    ...(store.shared && { shared: { prepare, processes, absorbFree: freeOf(store.shared) } }),
    cursor: () => cursor,
  };
}
