import type { OutcomeEntry } from "#server/domain/outcomes.ts";

/** Merges equal entries: a batch has one per part, and each is a write. */
export function sumEntries(entries: readonly OutcomeEntry[]): OutcomeEntry[] {
  const sums = new Map<string, OutcomeEntry>();
  for (const entry of entries) addEntry(sums, entry);
  return [...sums.values()];
}

export function addEntry(sums: Map<string, OutcomeEntry>, entry: OutcomeEntry): void {
  const { projectId, hour, outcome, category, reason, quantity } = entry;
  const key = [projectId, hour, outcome, category, reason].join("\n");
  const sum = sums.get(key);
  if (sum) sum.quantity += quantity;
  else sums.set(key, { ...entry });
}
