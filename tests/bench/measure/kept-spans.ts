import { pause } from "#tests/harness/spoor.ts";
import type { Store } from "#server/storage/store.ts";
import type { BenchedSpoor } from "../programs/spoor.ts";

/** Spans that a project keeps, by the ledger: it changes in the transaction that makes them searchable. */
export async function keptSpans(store: Store, { projectId }: BenchedSpoor): Promise<number> {
  const entries = await store.ledger.read(projectId, 0);
  const kept = entries.filter(({ category, outcome }) => category === "span" && outcome === "kept");
  return kept.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Waits until so many are kept, or until nothing has moved for ten seconds; answers with how many are. */
export async function untilKept(store: Store, spoor: BenchedSpoor, wanted: number): Promise<number> {
  let kept = await keptSpans(store, spoor);
  for (let movedAt = performance.now(); kept < wanted && performance.now() - movedAt < 10_000; await pause(20)) {
    const now = await keptSpans(store, spoor);
    if (now > kept) movedAt = performance.now();
    kept = now;
  }
  return kept;
}
