import type { MessagePort, Worker } from "node:worker_threads";
import { watchHeap } from "./watch-heap.ts";

/**
 * Functions that run in another thread; arguments and answers are copied as `postMessage` copies
 * them.
 */
type Calls<C> = { [Name in keyof C]: (argument: never) => Promise<unknown> };

export type Thread<C extends Calls<C>> = {
  call<Name extends keyof C & string>(
    name: Name,
    argument: Parameters<C[Name]>[0],
  ): ReturnType<C[Name]>;
  close(): void;
};

type Asked = { id: number; name: string; argument: unknown };
type Answered = { id: number; value?: unknown; error?: string; cause?: ErrorCodes };
/** What tells an error of the disk from others (`domain/health/disk-cause`). */
type ErrorCodes = { code?: unknown; errcode?: unknown; cause?: unknown };
type Waiting = { resolve: (value: unknown) => void; reject: (error: Error) => void };

/**
 * A thread that starts with the first call and ends once it has been idle for `idleMs`: what it
 * costs in memory is paid only while it is used. When it dies, or is ended for a heap beyond
 * `mostHeapBytes`, the calls under way are rejected and the next one starts it again.
 */
export function startOnCall<C extends Calls<C>>(
  spawn: () => Worker,
  idleMs: number,
  mostHeapBytes = Infinity,
): Thread<C> {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last = 0;

  function start(): Worker {
    const started = spawn();
    // Callers that wait for an answer keep the process alive by other means.
    started.unref();
    started.on("message", settle);
    started.on("error", (error) => end(started, `the thread failed: ${error.message}`, error));
    started.on("exit", () => end(started, "the thread ended"));
    if (mostHeapBytes < Infinity)
      watchHeap(started, mostHeapBytes, () => stop(started, "the thread ran out of memory"));
    return started;
  }

  function settle({ id, value, error, cause }: Answered): void {
    const call = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) call?.resolve(value);
    else call?.reject(new Error(error, { cause }));
    if (waiting.size === 0) idle = setTimeout(close, idleMs).unref();
  }

  function end(ended: Worker, why: string, cause?: Error): void {
    if (ended !== worker) return;
    worker = undefined;
    for (const { reject } of waiting.values()) reject(new Error(why, { cause }));
    waiting.clear();
  }

  function stop(stopped: Worker, why: string): void {
    end(stopped, why);
    void stopped.terminate();
  }

  function close(): void {
    clearTimeout(idle);
    if (worker) stop(worker, "the thread was closed");
  }

  return {
    call(name, argument) {
      clearTimeout(idle);
      try {
        worker ??= start();
      } catch (error) {
        // A process that may start no more threads throws here. Callers expect a rejection.
        return Promise.reject(
          new Error("the thread could not be started", { cause: error }),
        ) as ReturnType<C[typeof name]>;
      }
      const id = ++last;
      const answer = new Promise<unknown>((resolve, reject) =>
        waiting.set(id, { resolve, reject }),
      );
      worker.postMessage({ id, name, argument } satisfies Asked);
      return answer as ReturnType<C[typeof name]>;
    },
    close,
  };
}

/** The thread's own side. `ownedBy` an answer are buffers that it hands over instead of copying. */
export function answerCalls<C extends Calls<C>>(
  port: MessagePort,
  calls: C,
  ownedBy: (value: Awaited<ReturnType<C[keyof C]>>) => ArrayBuffer[] = () => [],
): void {
  port.on("message", async ({ id, name, argument }: Asked) => {
    try {
      const value = (await calls[name as keyof C](argument as never)) as Awaited<
        ReturnType<C[keyof C]>
      >;
      port.postMessage({ id, value } satisfies Answered, ownedBy(value));
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error);
      port.postMessage({ id, error: said, cause: codesOf(error) } satisfies Answered);
    }
  });
}

/**
 * The codes of an error, and of what caused it: an error that wraps another often has none of its
 * own.
 */
function codesOf(error: unknown): ErrorCodes {
  const { code, errcode, cause } = Object(error) as ErrorCodes;
  const own = { code: plain(code), errcode: plain(errcode) };
  return cause === undefined || cause === error ? own : { ...own, cause: codesOf(cause) };
}

const plain = (code: unknown) =>
  typeof code === "string" || typeof code === "number" ? code : undefined;
