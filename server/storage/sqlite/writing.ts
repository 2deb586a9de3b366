import type { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";

/** Runs `work` in a separate transaction on the writing connection, after earlier ones. */
export type Write = <T>(work: () => T | Promise<T>) => Promise<T>;

const busyErrorCode = 5;
const patienceMs = 5_000;
const longestPauseMs = 20;

/**
 * One transaction at a time: a caller must not slip into another one that is awaiting something.
 */
export function writeQueue(writer: DatabaseSync): { write: Write; idle(): Promise<void> } {
  let last: Promise<unknown> = Promise.resolve();
  const write: Write = (work) => {
    const mine = last.then(() => inTransaction(writer, work));
    last = mine.catch(() => undefined);
    return mine;
  };
  return { write, idle: async () => void (await last) };
}

async function inTransaction<T>(writer: DatabaseSync, work: () => T | Promise<T>): Promise<T> {
  await begin(writer);
  try {
    const result = await work();
    writer.exec("COMMIT");
    return result;
  } catch (error) {
    if (writer.isTransaction) writer.exec("ROLLBACK");
    throw error;
  }
}

// SQLite's own busy timeout blocks the thread: pages would stall while the worker digests a batch.
async function begin(writer: DatabaseSync): Promise<void> {
  for (
    let waitedMs = 0, pauseMs = 1;
    ;
    waitedMs += pauseMs, pauseMs = Math.min(2 * pauseMs, longestPauseMs)
  ) {
    if (tryBegin(writer, waitedMs >= patienceMs)) return;
    await sleep(pauseMs);
  }
}

function tryBegin(writer: DatabaseSync, lastChance: boolean): boolean {
  try {
    writer.exec("BEGIN IMMEDIATE");
    return true;
  } catch (error) {
    if (lastChance || (error as { errcode?: number }).errcode !== busyErrorCode) throw error;
    return false;
  }
}
