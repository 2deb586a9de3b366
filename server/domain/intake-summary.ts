import { attachmentCategory } from "./attachment/attachment.ts";
import { type OutcomeEntry, type Outcome, outcomes, traceCategory } from "./outcomes.ts";

/**
 * What became of what came in a stretch of time. Of three of the outcomes nothing came: see
 * `isReceived`.
 */
export type IntakeRow = { at: number; received: number; outcomes: Record<Outcome, number> };

/**
 * What the SDK lost never came; what sampling removed later, or has a name over a limit, is counted
 * as kept.
 */
export const isReceived = (outcome: Outcome): boolean =>
  outcome !== "lost-at-client" && outcome !== "thinned" && outcome !== "over-limit";

/**
 * A row a step, oldest first, empty ones included. `since` and `until` are on steps. Traces are
 * counted by their spans.
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

/** Traces count by their spans; attachments are counted in bytes, not in items. */
const countedApart = new Set<string>([traceCategory, attachmentCategory]);

/** All rows in one. */
export function intakeTotal(rows: IntakeRow[], at: number): IntakeRow {
  const total = emptyRow(at);
  for (const row of rows) {
    total.received += row.received;
    for (const outcome of outcomes) total.outcomes[outcome] += row.outcomes[outcome];
  }
  return total;
}

export type IntakeReason = Pick<OutcomeEntry, "category" | "outcome" | "reason" | "quantity">;

/** By category, outcome and reason, the most first within a category. */
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
