import { readlinkSync } from "node:fs";
import { availableParallelism, setPriority } from "node:os";
import { dirname, extname, join } from "node:path";
import { Worker } from "node:worker_threads";
import type { ReadDeps, Reread } from "#server/digest/queue/read-ahead.ts";
import type { ReadAlone } from "#server/digest/spool/read-suspect.ts";
import type { SpoolEntry } from "#server/digest/spool/spool.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import { startOnCall, type Thread } from "./thread-calls.ts";

/**
 * What a thread does that reads what lies unread in the spool (`reader-worker.ts`): what the first
 * entries come to, as many as fit into memory and one at least.
 */
export type ReaderCalls = {
  understand: (asked: { folder: string; entries: SpoolEntry[] }) => Promise<Reread>;
};

/** Reads a folder of segments: the spool, or what is replayed. */
export type Readers = Pick<ReadDeps, "read" | "readAlone">;

type ReaderThreads = {
  /**
   * `read`: by the thread that has the least to do. `readAlone`: in a thread where nothing else is
   * read, one request after the other, so that what ends it there is that request.
   */
  of(folder: string): Readers;
  close(): void;
};

/**
 * With one a core lay idle while a backlog was gone through; with two an end-to-end flood of events
 * went a sixth faster (two cores). A third would wait for the thread that stores.
 */
const threadsMax = 2;

/**
 * Parsing makes garbage by the megabyte: left to itself V8 lets it lie, 120 MiB more for nothing
 * (measured).
 */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 12 };
const idleMs = 10_000;

/** `sibling` is another thread's program, compiled or not: theirs is beside it. */
export function readerThreads(sibling: string, config: object): ReaderThreads {
  const path = join(dirname(sibling), `reader-worker${extname(sibling)}`);
  const start = () => new Worker(path, { workerData: config, resourceLimits });
  const threads = Array.from({ length: Math.min(threadsMax, availableParallelism()) }, () => ({
    ...startOnCall<ReaderCalls>(start, idleMs),
    calls: 0,
  }));
  const solitary = startOnCall<ReaderCalls>(start, idleMs);
  const alone = oneAtATime((asked: { folder: string; entry: SpoolEntry }) =>
    readAlone(solitary, asked),
  );

  async function read(folder: string, entries: SpoolEntry[]): Promise<Reread> {
    const least = threads.reduce((a, b) => (b.calls < a.calls ? b : a));
    least.calls += 1;
    try {
      return await least.call("understand", { folder, entries });
    } finally {
      least.calls -= 1;
    }
  }

  return {
    of: (folder) => ({
      read: (entries) => read(folder, entries),
      readAlone: (entry) => alone({ folder, entry }),
    }),
    close: () => [...threads, solitary].forEach((thread) => thread.close()),
  };
}

/** The same, each call only after something else: a database that answers. */
export const readersAfter =
  (ready: () => Promise<unknown>, { of }: Pick<ReaderThreads, "of">) =>
  (folder: string): Readers => {
    const { read, readAlone: alone } = of(folder);
    return {
      read: (entries) => ready().then(() => read(entries)),
      readAlone: (entry) => ready().then(() => alone(entry)),
    };
  };

/** Asked for nothing first: a thread that answers that is up and has its database open. */
async function readAlone(
  thread: Thread<ReaderCalls>,
  { folder, entry }: { folder: string; entry: SpoolEntry },
): Promise<ReadAlone> {
  try {
    await thread.call("understand", { folder, entries: [] });
  } catch (error) {
    return { kind: "unavailable", error };
  }
  return thread.call("understand", { folder, entries: [entry] }).then(
    (reread): ReadAlone => ({ kind: "read", reread }),
    (error: unknown): ReadAlone => ({ kind: "unreadable", error }),
  );
}

/**
 * Called by such a thread: being safe and being shown come before being understood. In a flood a
 * third more is accepted than among equals. Linux gives each thread a priority of its own;
 * elsewhere they stay equals.
 */
export function yieldToOthers(): void {
  if (process.platform !== "linux") return;
  try {
    const thread = Number(readlinkSync("/proc/thread-self").split("/").at(-1));
    setPriority(thread, 10);
  } catch {
    // Where /proc is hidden, or priorities are not ours to set.
  }
}
