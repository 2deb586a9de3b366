import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Store } from "#server/storage/store.ts";
import { digestOf } from "./replay.ts";
import { readRaw, type SpoolEntry } from "./spool.ts";
import { restoredMark } from "./spool-copy.ts";

const requestsAtOnce = 500;

/**
 * Requests in a restored spool may also be in the spool that the restore set aside. They are
 * digested here, so a replay of the other must know them. Once per restore; the mark is deleted
 * then.
 */
export async function claimRestored(
  store: Pick<Store, "digest">,
  folder: string,
  waiting: SpoolEntry[],
): Promise<void> {
  const mark = join(folder, restoredMark);
  const isRestored = await stat(mark).then(
    () => true,
    () => false,
  );
  if (!isRestored) return;
  for (let at = 0; at < waiting.length; at += requestsAtOnce) {
    const digests: string[] = [];
    for (const entry of waiting.slice(at, at + requestsAtOnce))
      digests.push(digestOf(await readRaw(folder, entry)));
    await store.digest((transaction) => transaction.claimReplayed(digests, Date.now()));
  }
  await rm(mark);
}
