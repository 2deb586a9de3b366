import { setTimeout } from "node:timers/promises";
import type { PoolFigures } from "#server/storage/store.ts";
import type { Connection } from "./connection.ts";

export type ConnectionPool = {
  /** Runs `work` with an exclusive connection, after earlier callers. */
  using<T>(work: (connection: Connection) => Promise<T>, task?: Task): Promise<T>;
  figures(): PoolFigures;
  /** Starts nothing new, and waits briefly for running work. */
  close(): Promise<void>;
};

/**
 * The last use of a connection, which has prepared those statements. A batch has sixty, and a server plans each several times per connection, so batches keep a separate one.
 */
export type Task = "statement" | "transaction" | "batch";

/** Replaces connections to a server that the balancer no longer uses. */
const lifetimeMs = 30 * 60_000;
const lastMomentMs = 5_000;

type Held = { connection: Connection; openedAt: number; task: Task };

export function connectionPool(open: (task: Task) => Connection, most: number): ConnectionPool {
  let free: Held[] = [];
  const busy = new Set<Held>();
  const waiting: { task: Task; resolve(held: Held): void; reject(reason: Error): void }[] = [];
  const allBack = Promise.withResolvers<void>();
  let isClosed = false;

  function next(task: Task): Held | undefined {
    free = free.filter(({ connection }) => !connection.isLost());
    const held =
      takeFree((each) => each.task === task) ??
      takeFree((each) => task !== "batch" && each.task !== "batch") ??
      openOne(task) ??
      takeFree(() => true);
    if (!held) return undefined;
    if (held.task !== "batch") held.task = task;
    busy.add(held);
    return held;
  }

  function takeFree(fits: (held: Held) => boolean): Held | undefined {
    const at = free.findLastIndex(fits);
    return at < 0 ? undefined : free.splice(at, 1)[0];
  }

  const openOne = (task: Task): Held | undefined =>
    busy.size + free.length < most
      ? { connection: open(task), openedAt: Date.now(), task }
      : undefined;

  async function take(task: Task): Promise<Held> {
    if (isClosed) throw closed();
    return next(task) ?? new Promise((resolve, reject) => waiting.push({ task, resolve, reject }));
  }

  function giveBack(held: Held): void {
    busy.delete(held);
    const isOld = Date.now() - held.openedAt > lifetimeMs;
    if (isOld || held.connection.isLost()) void held.connection.end();
    else free.push(held);
    const first = waiting.shift();
    first?.resolve(next(first.task)!);
    if (isClosed && busy.size === 0) allBack.resolve();
  }

  return {
    async using(work, task = "statement") {
      const held = await take(task);
      try {
        await held.connection.ready();
        return await work(held.connection);
      } finally {
        giveBack(held);
      }
    },
    figures: () => ({ inUse: busy.size, idle: free.length, waiting: waiting.length }),
    async close() {
      isClosed = true;
      for (const { reject } of waiting.splice(0)) reject(closed());
      if (busy.size > 0)
        await Promise.race([allBack.promise, setTimeout(lastMomentMs, undefined, { ref: false })]);
      await Promise.all([...free, ...busy].map(({ connection }) => connection.end()));
    },
  };
}

const closed = () => new Error("The database connections are closed.");
