import type { TraceChange } from "#server/storage/traces/trace-store.ts";
import { cutIntoPacks, type Pack } from "#server/storage/layout/packs.ts";

type SpanItem = { change: TraceChange; body: Uint8Array };

/**
 * Order of a batch's parts: those with the same root are adjacent, so that shared content is close.
 */
export const packsOf = (changes: TraceChange[]): Pack<SpanItem>[] =>
  cutIntoPacks(changes.map((change) => ({ change, body: change.part })).toSorted(byLikeness));

const byLikeness = ({ change: a }: SpanItem, { change: b }: SpanItem) =>
  a.projectId - b.projectId ||
  compare(a.summary.root.service, b.summary.root.service) ||
  compare(a.summary.root.name, b.summary.root.name);

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
