import { pause } from "#tests/harness/spoor.ts";
import type { Store } from "#server/storage/store.ts";
import type { BenchedSpoor } from "../programs/spoor.ts";

/** Spans that a project keeps, by the ledger: it changes in the transaction that makes them searchable. */
export async function keptSpans(store: Store, { projectId }: BenchedSpoor): Promise<number> {
  const entries = await store.ledger.read(projectId, 0);
  const kept = entries.filter(({ category, outcome }) => category === "span" && outcome === "kept");
  return kept.reduce((sum, { quantity }) => sum + quantity, 0);
}

const looksMax = 500;

/**
 * Waits until so many are kept, or until nothing has moved for five hundred looks, ten seconds; answers with how many are. By looks and not by
 * the clock: a disk that stands still stops who looks as well, and what came meanwhile would be called lost unseen. Where some are missing
 * it writes down what the ledger has instead.
 */
export async function untilKept(store: Store, spoor: BenchedSpoor, wanted: number): Promise<number> {
  let kept = await keptSpans(store, spoor);
  for (let still = 0; kept < wanted && still < looksMax; still++) {
    await pause(20);
    const now = await keptSpans(store, spoor);
    if (now > kept) still = 0;
    kept = now;
  }
  if (kept < wanted) process.stderr.write(`${wanted - kept} spans are missing: ${await ledgerOf(store, spoor)}\n`);
  return kept;
}

const ledgerOf = async (store: Store, { projectId }: BenchedSpoor) =>
  JSON.stringify(await store.ledger.read(projectId, 0));
