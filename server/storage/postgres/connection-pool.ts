import { setTimeout } from "node:timers/promises";
import type { PoolFigures } from "#server/storage/store.ts";
import type { Connection } from "./connection.ts";

export type ConnectionPool = {
  /** Has a connection to itself until `work` has ended, after those who asked before. */
  using<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  figures(): PoolFigures;
  /** Begins nothing more, and waits for what has begun, but not for long. */
  close(): Promise<void>;
};

/** Ends connections that an address behind a balancer no longer leads to. */
const lifetimeMs = 30 * 60_000;
const lastMomentMs = 5_000;

type Held = { connection: Connection; openedAt: number };

export function connectionPool(open: () => Connection, most: number): ConnectionPool {
  const free: Held[] = [];
  const busy = new Set<Held>();
  const waiting: { resolve(held: Held): void; reject(reason: Error): void }[] = [];
  const allBack = Promise.withResolvers<void>();
  let isClosed = false;

  function next(): Held | undefined {
    let held = free.pop();
    while (held?.connection.isLost()) held = free.pop();
    if (!held && busy.size < most) held = { connection: open(), openedAt: Date.now() };
    if (held) busy.add(held);
    return held;
  }

  async function take(): Promise<Held> {
    if (isClosed) throw closed();
    return next() ?? new Promise((resolve, reject) => waiting.push({ resolve, reject }));
  }

  function giveBack(held: Held): void {
    busy.delete(held);
    const isOld = Date.now() - held.openedAt > lifetimeMs;
    if (isOld || held.connection.isLost()) void held.connection.end();
    else free.push(held);
    if (waiting.length > 0) waiting.shift()!.resolve(next()!);
    if (isClosed && busy.size === 0) allBack.resolve();
  }

  return {
    async using(work) {
      const held = await take();
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
      if (busy.size > 0) await Promise.race([allBack.promise, setTimeout(lastMomentMs, undefined, { ref: false })]);
      await Promise.all([...free, ...busy].map(({ connection }) => connection.end()));
    },
  };
}

const closed = () => new Error("The connections to the database are closed.");
