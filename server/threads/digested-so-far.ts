import type { Admission } from "./admission.ts";
import type { DatabaseWatch } from "#server/digest/queue/database-watch.ts";
import type { Digested } from "#server/digest/queue/digested.ts";
import type { DigestQueue } from "#server/digest/queue/queue.ts";
import { diskCauseOf } from "#server/domain/health/disk-cause.ts";
import type { OpenedStore } from "#server/storage/store.ts";

type DigestedSoFar = Digested & {
  /**
   * The database says so. Otherwise it is what the process before this one knew, and nothing may be
   * digested yet.
   */
  isCurrent: boolean;
  /** What the database says, as soon as it answers. */
  asked: () => Promise<Digested>;
};

/**
 * A cursor that is a few seconds old leaves out two or three; that its file could not be written
 * may have gone on for longer.
 */
export const segmentsSinceCursor = 1_000;

/** How far this process's spool is stored. */
export async function digestedSoFar(
  store: OpenedStore,
  { watch, before }: Admission,
): Promise<DigestedSoFar> {
  const ask = () => digestedIn(store);
  const asked = () => onceItAnswers(watch, ask);
  if (watch.awaySince() === undefined) return { ...(await ask()), isCurrent: true, asked };
  return { cursor: before?.cursor, ends: new Map(), isCurrent: false, asked };
}

/** What the database says. */
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
 * What is safe on disk is not waited for while the database is away: the next start continues with
 * it.
 */
export const drainedUnlessAway = (queue: DigestQueue, watch: DatabaseWatch): Promise<void> =>
  watch.awaySince() === undefined ? queue.drained() : Promise.resolve();
