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
 * Calls of the thread that reads unread spool entries (`reader-worker.ts`): the results of the
 * first entries, as many as fit into memory and at least one.
 */
export type ReaderCalls = {
  understand: (asked: { folder: string; entries: SpoolEntry[] }) => Promise<Reread>;
};

/** Reads a folder of segments: the spool or a replay. */
export type Readers = Pick<ReadDeps, "read" | "readAlone">;

type ReaderThreads = {
  /**
   * `read`: by the least busy thread. `readAlone`: in an otherwise idle thread, one request at a
   * time, so that a crash identifies the request.
   */
  of(folder: string): Readers;
  close(): void;
};

/**
 * With one thread, a core was idle during a backlog. Two threads processed an end-to-end flood of
 * events 1/6 faster (two cores). A third would wait for the storing thread.
 */
const threadsMax = 2;

/**
 * Parsing produces garbage by the megabyte. Without this limit, V8 retains an extra 120 MiB
 * (measured).
 */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 12 };
const idleMs = 10_000;

/**
 * `sibling`: path of another thread's program, compiled or not. The reader threads' program is in
 * the same folder.
 */
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

/** Same, but each call waits for a condition first, such as database availability. */
export const readersAfter =
  (ready: () => Promise<unknown>, { of }: Pick<ReaderThreads, "of">) =>
  (folder: string): Readers => {
    const { read, readAlone: alone } = of(folder);
    return {
      read: (entries) => ready().then(() => read(entries)),
      readAlone: (entry) => ready().then(() => alone(entry)),
    };
  };

/** Starts with an empty call: a thread that answers it has started and opened its database. */
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
 * Called by low-priority threads: storing requests safely and serving pages take precedence over
 * processing. During a flood, 1/3 more is accepted than at equal priority. Linux supports
 * per-thread priorities; elsewhere, all threads have equal priority.
 */
export function yieldToOthers(): void {
  if (process.platform !== "linux") return;
  try {
    const thread = Number(readlinkSync("/proc/thread-self").split("/").at(-1));
    setPriority(thread, 10);
  } catch {
    // /proc is hidden, or priorities can't be set.
  }
}
