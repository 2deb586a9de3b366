import { newForMs, onTime } from "#server/domain/issue/triage.ts";
import type { Store } from "#server/storage/store.ts";

const batch = 500;

/**
 * Moves issues whose state changes with time alone (domain/issue/triage.ts, `onTime`). Returns
 * their number.
 */
export async function ageIssues(store: Pick<Store, "issues">, now: number): Promise<number> {
  const due = await store.issues.due({
    newBefore: now - newForMs,
    ignoredUntil: now,
    limit: batch,
  });
  for (const { projectId, id } of due)
    await store.issues.transition(projectId, [id], (issue) => onTime(issue, now));
  return due.length;
}
