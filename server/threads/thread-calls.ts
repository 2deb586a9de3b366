import type { MessagePort, Worker } from "node:worker_threads";
import { watchHeap } from "./watch-heap.ts";

/** Functions that run in another thread. Arguments and results are copied by `postMessage`. */
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
/** Distinguishes disk errors from others (`domain/health/disk-cause`). */
type ErrorCodes = { code?: unknown; errcode?: unknown; cause?: unknown };
type Waiting = { resolve: (value: unknown) => void; reject: (error: Error) => void };

/**
 * A thread that starts with the first call and ends after `idleMs` without calls, so its memory is
 * only used while needed. If it dies or exceeds `mostHeapBytes`, pending calls reject and the next
 * call restarts it.
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
    // Callers waiting for a result keep the process alive by other means.
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
        // Throws here if the process can't start more threads. Callers expect a rejection.
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

/** The thread's side. `ownedBy` returns buffers to transfer instead of copying. */
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

/** The codes of an error and its causes: wrapper errors often have none. */
function codesOf(error: unknown): ErrorCodes {
  const { code, errcode, cause } = Object(error) as ErrorCodes;
  const own = { code: plain(code), errcode: plain(errcode) };
  return cause === undefined || cause === error ? own : { ...own, cause: codesOf(cause) };
}

const plain = (code: unknown) =>
  typeof code === "string" || typeof code === "number" ? code : undefined;
