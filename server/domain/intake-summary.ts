import { attachmentCategory } from "./attachment/attachment.ts";
import { type OutcomeEntry, type Outcome, outcomes, traceCategory } from "./outcomes.ts";

/** Outcomes of a period. Three of the outcomes were not received: see `isReceived`. */
export type IntakeRow = { at: number; received: number; outcomes: Record<Outcome, number> };

/**
 * Data dropped by the SDK was never received; data removed later by sampling, or over a name limit,
 * counts as accepted.
 */
export const isReceived = (outcome: Outcome): boolean =>
  outcome !== "lost-at-client" && outcome !== "thinned" && outcome !== "over-limit";

/**
 * One row per step, oldest first, including empty ones. `since` and `until` are step boundaries.
 * Traces count by their spans.
 */
export function intakeByTime(
  entries: OutcomeEntry[],
  span: { since: number; until: number; stepMs: number },
): IntakeRow[] {
  const { since, until, stepMs } = span;
  const rows = Array.from({ length: Math.round((until - since) / stepMs) }, (_, index) =>
    emptyRow(since + index * stepMs),
  );
  for (const entry of entries) {
    const row = rows[Math.floor((entry.hour - since) / stepMs)];
    if (row && !countedApart.has(entry.category)) add(row, entry);
  }
  return rows;
}

/** Traces count by their spans; attachments count in bytes, not items. */
const countedApart = new Set<string>([traceCategory, attachmentCategory]);

/** The sum of all rows. */
export function intakeTotal(rows: IntakeRow[], at: number): IntakeRow {
  const total = emptyRow(at);
  for (const row of rows) {
    total.received += row.received;
    for (const outcome of outcomes) total.outcomes[outcome] += row.outcomes[outcome];
  }
  return total;
}

export type IntakeReason = Pick<OutcomeEntry, "category" | "outcome" | "reason" | "quantity">;

/** By category, outcome, and reason, most frequent first within a category. */
export function intakeReasons(entries: OutcomeEntry[]): IntakeReason[] {
  const sums = new Map<string, IntakeReason>();
  for (const { category, outcome, reason, quantity } of entries) {
    const key = `${category}\n${outcome}\n${reason}`;
    const known = sums.get(key);
    if (known) known.quantity += quantity;
    else sums.set(key, { category, outcome, reason, quantity });
  }
  return [...sums.values()].toSorted(
    (a, b) => a.category.localeCompare(b.category, "en") || b.quantity - a.quantity,
  );
}

function emptyRow(at: number): IntakeRow {
  return {
    at,
    received: 0,
    outcomes: Object.fromEntries(outcomes.map((each) => [each, 0])) as IntakeRow["outcomes"],
  };
}

function add(row: IntakeRow, { outcome, quantity }: OutcomeEntry): void {
  row.outcomes[outcome] += quantity;
  if (isReceived(outcome)) row.received += quantity;
}
