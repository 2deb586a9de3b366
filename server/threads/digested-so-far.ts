import type { Admission } from "./admission.ts";
import type { DatabaseWatch } from "#server/digest/queue/database-watch.ts";
import type { Digested } from "#server/digest/queue/digested.ts";
import type { DigestQueue } from "#server/digest/queue/queue.ts";
import { diskCauseOf } from "#server/domain/health/disk-cause.ts";
import type { OpenedStore } from "#server/storage/store.ts";

type DigestedSoFar = Digested & {
  /**
   * True if the position is from the database. Otherwise, it is from the previous process, and
   * nothing may be digested yet.
   */
  isCurrent: boolean;
  /** The database's position, once it responds. */
  asked: () => Promise<Digested>;
};

/**
 * A cursor a few seconds old misses two or three segments. More if its file couldn't be written for
 * a while.
 */
export const segmentsSinceCursor = 1_000;

/** How much of this process's spool is stored. */
export async function digestedSoFar(
  store: OpenedStore,
  { watch, before }: Admission,
): Promise<DigestedSoFar> {
  const ask = () => digestedIn(store);
  const asked = () => onceItAnswers(watch, ask);
  if (watch.awaySince() === undefined) return { ...(await ask()), isCurrent: true, asked };
  return { cursor: before?.cursor, ends: new Map(), isCurrent: false, asked };
}

/** The position according to the database. */
export async function digestedIn(store: OpenedStore): Promise<Digested> {
  const [cursor, ends = new Map()] = await Promise.all([
    store.digested(),
    store.shared?.partsDigested(),
  ]);
  return { cursor, ends };
}

async function onceItAnswers<T>(watch: DatabaseWatch, ask: () => Promise<T>): Promise<T> {
  for (;;) {
    await watch.answers();
    try {
      return await ask();
    } catch (error) {
      if (diskCauseOf(error) !== "away") throw error;
      await watch.look();
    }
  }
}

/**
 * Doesn't wait for data that is safe on disk if the database is unreachable: the next start
 * continues with it.
 */
export const drainedUnlessAway = (queue: DigestQueue, watch: DatabaseWatch): Promise<void> =>
  watch.awaySince() === undefined ? queue.drained() : Promise.resolve();
