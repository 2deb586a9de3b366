import { dirname, extname, join } from "node:path";
import { Worker } from "node:worker_threads";
import { unpackSketches } from "#server/domain/sketch/sketch-copy.ts";
import { TookTooLong } from "#server/domain/took-too-long.ts";
import type { Log } from "#server/telemetry/log.ts";

/**
 * Reads handled by the threads (`read-worker.ts`): their size depends on clients or time ranges.
 */
export type ReadThreads = {
  /** Rejects with `TookTooLong` at the deadline, which includes the wait for a thread. */
  read(name: string, words: unknown[]): Promise<unknown>;
  close(): void;
};

type ReadThreadsOptions = {
  /**
   * Path of another thread's program, compiled or not. The read threads' program is in the same
   * folder.
   */
  sibling: string;
  config: { readDeadlineMs: number; databaseUrl?: string };
  log: Log;
  onDamagedDay: (day: string) => void;
};

/** A message from a thread. `damagedDay`: it found a day with unreadable telemetry. */
export type ReadAnswer =
  | { id: number; value: unknown }
  | { id: number; error: string; cause: { code?: unknown; errcode?: unknown } }
  | { damagedDay: string };
export type ReadQuestion = { id: number; name: string; words: unknown[] };

/**
 * Several threads, so that one project's slow reads don't block others. Started on demand: 15 MiB
 * each.
 */
const threadsMax = 3;
const threadsOfProject = 2;
/** SQLite reads block the thread; a database server handles several at a time. */
const abreastInDatabase = 4;
const idleMs = 30_000;
/** PostgreSQL's error code for a statement canceled by `statement_timeout`. */
const statementCanceled = "57014";
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 };

type Call = ReadQuestion & {
  project: number | undefined;
  timer: NodeJS.Timeout;
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
};
type Thread = {
  worker: Worker;
  running: Map<number, Call>;
  ending: boolean;
  /** The abandoned call. It may continue until SQLite returns. */
  givenUp?: Call;
};

/**
 * Threads that read for pages, so that a slow read doesn't delay other requests. They start on the
 * first call and end when idle. When a read exceeds its deadline, its thread is terminated and that
 * thread's other reads are retried. SQLite statements can't be interrupted, so a terminated thread
 * counts toward the limit until it exits. PostgreSQL cancels a statement at the deadline itself.
 */
export function readThreads({
  sibling,
  config,
  log,
  onDamagedDay,
}: ReadThreadsOptions): ReadThreads {
  const path = join(dirname(sibling), `read-worker${extname(sibling)}`);
  const abreast = config.databaseUrl === undefined ? 1 : abreastInDatabase;
  const threads = new Set<Thread>();
  let waiting: Call[] = [];
  let idle: NodeJS.Timeout | undefined;
  let last = 0;

  function start(): Thread {
    const worker = new Worker(path, { workerData: config, resourceLimits });
    const thread: Thread = { worker, running: new Map(), ending: false };
    threads.add(thread);
    // Callers waiting for a result keep the process alive by other means.
    worker.unref();
    worker.on("message", (answer: ReadAnswer) => settle(thread, answer));
    worker.on("error", (error) => fail(thread, error));
    worker.on("exit", () => {
      threads.delete(thread);
      fail(thread, new Error("The page read thread ended."));
      dispatch();
    });
    return thread;
  }

  function settle({ running }: Thread, answer: ReadAnswer): void {
    if ("damagedDay" in answer) return onDamagedDay(answer.damagedDay);
    const call = running.get(answer.id);
    running.delete(answer.id);
    if (call) {
      clearTimeout(call.timer);
      if ("error" in answer) call.reject(errorOf(answer));
      else call.resolve(unpackSketches(answer.value));
    }
    dispatch();
  }

  function fail(thread: Thread, error: Error): void {
    for (const call of thread.running.values()) {
      clearTimeout(call.timer);
      call.reject(new Error(error.message, { cause: error }));
    }
    thread.running.clear();
  }

  function dispatch(): void {
    clearTimeout(idle);
    waiting = waiting.filter((call) => !begin(call));
    const isIdle = waiting.length === 0 && [...threads].every(({ running }) => running.size === 0);
    if (isIdle && threads.size > 0) idle = setTimeout(endAll, idleMs).unref();
  }

  function begin(call: Call): boolean {
    const own = [...threads].filter(({ running, givenUp }) =>
      [givenUp, ...running.values()].some(
        (other) => other?.project === call.project && other !== undefined,
      ),
    );
    const mayHaveMore = own.length < threadsOfProject;
    const free = (mayHaveMore ? [...threads] : own).find(
      ({ running, ending }) => !ending && running.size < abreast,
    );
    const thread = free ?? (mayHaveMore && threads.size < threadsMax ? start() : undefined);
    if (!thread) return false;
    thread.running.set(call.id, call);
    thread.worker.postMessage({
      id: call.id,
      name: call.name,
      words: call.words,
    } satisfies ReadQuestion);
    return true;
  }

  function giveUp(call: Call): void {
    waiting = waiting.filter((other) => other !== call);
    call.reject(new TookTooLong());
    const thread = [...threads].find(({ running }) => running.has(call.id));
    log("warn", "A page read timed out and was canceled.", {
      read: call.name,
      waited: thread === undefined,
    });
    if (!thread) return;
    thread.running.delete(call.id);
    waiting.unshift(...thread.running.values());
    thread.running.clear();
    thread.givenUp = call;
    end(thread);
    dispatch();
  }

  function end(thread: Thread): void {
    thread.ending = true;
    void thread.worker.terminate();
  }

  function endAll(): void {
    for (const thread of threads) if (thread.running.size === 0) end(thread);
  }

  return {
    read(name, words) {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => giveUp(call), config.readDeadlineMs);
        const call: Call = {
          id: ++last,
          name,
          words,
          project: projectOf(words[0]),
          timer,
          resolve,
          reject,
        };
        waiting.push(call);
        dispatch();
      });
    },
    close() {
      clearTimeout(idle);
      for (const thread of threads) {
        fail(thread, new Error("The page read thread was closed."));
        end(thread);
      }
    },
  };
}

type Failed = Extract<ReadAnswer, { error: string }>;

const errorOf = ({ error, cause }: Failed): Error =>
  cause.code === statementCanceled ? new TookTooLong() : new Error(error, { cause });

/** The first argument of a read is a project, its number, or an object with it. */
function projectOf(word: unknown): number | undefined {
  if (typeof word === "number") return word;
  const { projectId, id, issue } = Object(word) as {
    projectId?: number;
    id?: number;
    issue?: { projectId: number };
  };
  return projectId ?? issue?.projectId ?? id;
}
