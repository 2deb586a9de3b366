import type { LedgerEntry } from "#server/domain/ledger.ts";

/** One entry for all that say the same: a batch brings one a part, and each is a write. */
export function sumLedger(entries: readonly LedgerEntry[]): LedgerEntry[] {
  const sums = new Map<string, LedgerEntry>();
  for (const entry of entries) {
    const { projectId, hour, outcome, category, reason, quantity } = entry;
    const key = [projectId, hour, outcome, category, reason].join("\n");
    const sum = sums.get(key);
    if (sum) sum.quantity += quantity;
    else sums.set(key, { ...entry });
  }
  return [...sums.values()];
}
