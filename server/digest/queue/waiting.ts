import type { ProjectId } from "#server/domain/ids.ts";
import { giveBack } from "#server/threads/give-back.ts";
import type { SpoolEntry } from "#server/digest/spool/spool.ts";
import type { Understanding } from "#server/digest/understanding.ts";

/** A request on disk. `since` is monotonic time. */
export type Waiting = { entry: SpoolEntry; since: number; held?: Held };

/** The processed request before it is released, and its memory. */
type Held = { understanding: Understanding; bytes: number };

/** Requests on disk that are not stored yet, in spool order. */
export type WaitingList = {
  readonly length: number;
  push(waiting: Waiting): void;
  /** Like an array's, from the start. */
  slice(from: number, to: number): Waiting[];
  /** Waiting time of the first request. */
  oldestSince(): number | undefined;
  /** Removes up to this many from the start. */
  drop(count: number): void;
};

/**
 * One minute of a burst is 750,000 requests: 140 MiB as objects, 17 MiB in columns of numbers. Only
 * the first few have more than a position.
 */
export function createWaitingList(): WaitingList {
  const blocks: Block[] = [];
  /** Counted over everything ever pushed. Processed requests are found by these numbers. */
  let [first, end] = [0, 0];
  const held = new Map<number, Held>();

  const blockOf = (number: number) =>
    blocks[Math.floor(number / blockRows) - Math.floor(first / blockRows)]!;

  function read(number: number): Waiting {
    const [{ columns, since }, row] = [blockOf(number), number % blockRows];
    const [segment, offset, byteLength, projectId] = columns.subarray(
      row * width,
      (row + 1) * width,
    );
    const place = { segment: segment!, offset: offset!, byteLength: byteLength! };
    const kept = held.get(number);
    return {
      entry: { ...place, projectId: projectId as ProjectId },
      since: since[row]!,
      ...(kept && { held: kept }),
    };
  }

  return {
    get length() {
      return end - first;
    },
    push({ entry: { segment, offset, byteLength, projectId }, since, held: kept }) {
      if (end % blockRows === 0) blocks.push(newBlock());
      if (kept) held.set(end, kept);
      const row = end % blockRows;
      const block = blockOf(end);
      block.columns.set([segment, offset, byteLength, projectId], row * width);
      block.since[row] = since;
      end += 1;
    },
    slice(from, to) {
      const numbers = Math.max(0, Math.min(end, first + to) - (first + from));
      return Array.from({ length: numbers }, (_, i) => read(first + from + i));
    },
    oldestSince: () => (first === end ? undefined : blockOf(first).since[first % blockRows]),
    drop(count) {
      const block = Math.floor(first / blockRows);
      for (let left = Math.min(count, end - first); left > 0; left--) held.delete(first++);
      for (const { columns, since } of blocks.splice(0, Math.floor(first / blockRows) - block)) {
        giveBack(columns.buffer);
        giveBack(since.buffer);
      }
    },
  };
}

type Block = { columns: Uint32Array; since: Float64Array };

const blockRows = 4096;
/** Segment, offset, length, project. */
const width = 4;

const newBlock = (): Block => ({
  columns: new Uint32Array(blockRows * width),
  since: new Float64Array(blockRows),
});
