import { giveBack } from "#server/threads/give-back.ts";
import type { Piece } from "#server/digest/absorb.ts";
import { unpackTraces } from "#server/digest/traces/unpack-traces.ts";
import type { Reread } from "#server/digest/queue/read-ahead.ts";
import { keepUnreadable, type SuspectDeps } from "./read-suspect.ts";
import type { SpoolEntry } from "./spool.ts";
import { namesOf } from "#server/digest/understanding.ts";

export type RefusedDeps = SuspectDeps & { read: (entries: SpoolEntry[]) => Promise<Reread> };

/**
 * Storage accepts a batch except for some pieces. Their requests are quarantined before the digest
 * continues. To find them, the batch's requests are read again one by one; this is very rare.
 */
export async function keepRefused(
  deps: RefusedDeps,
  entries: SpoolEntry[],
  refused: Piece[],
): Promise<void> {
  const names = new Set(refused.flatMap(namesOf));
  for (const entry of entries)
    if (await isAmong(deps, entry, names))
      await keepUnreadable(deps, entry, "Storage rejected part of it.");
}

/** A request that can't be read now may be one of them. */
async function isAmong(
  { read }: RefusedDeps,
  entry: SpoolEntry,
  names: Set<string>,
): Promise<boolean> {
  const found = await read([entry]).catch(() => undefined);
  if (!found) return true;
  const { understanding, traces, blocks } = found;
  const all = traces ? { ...understanding, traces: unpackTraces(traces) } : understanding;
  blocks.forEach(giveBack);
  return namesOf(all).some((name) => names.has(name));
}
