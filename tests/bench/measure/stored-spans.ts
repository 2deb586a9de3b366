import { pause } from "#tests/harness/spoor.ts";
import type { Store } from "#server/storage/store.ts";
import type { BenchedSpoor } from "../programs/spoor.ts";
import { waitUntilCounted } from "./wait-until-counted.ts";

/**
 * Number of stored spans of a project by its outcomes, which change in the transaction that makes
 * spans searchable.
 */
export async function storedSpans(store: Store, { projectId }: BenchedSpoor): Promise<number> {
  const entries = await store.outcomes.read(projectId, 0);
  const kept = entries.filter(({ category, outcome }) => category === "span" && outcome === "kept");
  return kept.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Ten seconds. */
const patience = { pause: () => pause(20), looks: 500 };

/**
 * Waits until that many are stored. Returns their number, and logs the outcomes if some are
 * missing.
 */
export async function waitUntilStored(
  store: Store,
  spoor: BenchedSpoor,
  wanted: number,
): Promise<number> {
  const kept = await waitUntilCounted(() => storedSpans(store, spoor), wanted, patience);
  if (kept < wanted)
    process.stderr.write(`${wanted - kept} spans are missing: ${await outcomesOf(store, spoor)}\n`);
  return kept;
}

const outcomesOf = async (store: Store, { projectId }: BenchedSpoor) =>
  JSON.stringify(await store.outcomes.read(projectId, 0));
