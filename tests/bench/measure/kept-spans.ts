import { pause } from "#tests/harness/spoor.ts";
import type { Store } from "#server/storage/store.ts";
import type { BenchedSpoor } from "../programs/spoor.ts";
import { untilCounted } from "./until-counted.ts";

/** Spans that a project stores, by its outcomes: they change in the transaction that makes them searchable. */
export async function keptSpans(store: Store, { projectId }: BenchedSpoor): Promise<number> {
  const entries = await store.outcomes.read(projectId, 0);
  const kept = entries.filter(({ category, outcome }) => category === "span" && outcome === "kept");
  return kept.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Ten seconds. */
const patience = { pause: () => pause(20), looks: 500 };

/** Waits until so many are kept; answers with how many are. Where some are missing it writes down what the outcomes have instead. */
export async function untilKept(store: Store, spoor: BenchedSpoor, wanted: number): Promise<number> {
  const kept = await untilCounted(() => keptSpans(store, spoor), wanted, patience);
  if (kept < wanted) process.stderr.write(`${wanted - kept} spans are missing: ${await outcomesOf(store, spoor)}\n`);
  return kept;
}

const outcomesOf = async (store: Store, { projectId }: BenchedSpoor) =>
  JSON.stringify(await store.outcomes.read(projectId, 0));
