import { newForMs, onTime } from "#server/domain/issue/triage.ts";
import type { Store } from "#server/storage/store.ts";
import { onReachable } from "./nodes-away.ts";

const batch = 500;

/**
 * Moves issues whose state changes with time alone (domain/issue/triage.ts, `onTime`). Returns
 * their number.
 */
export async function ageIssues(
  store: Pick<Store, "issues" | "projects">,
  now: number,
): Promise<number> {
  const at = { newBefore: now - newForMs, ignoredUntil: now, limit: batch };
  const due = await onReachable(store, (of) => store.issues.due({ ...at, of }));
  for (const { projectId, id } of due)
    await store.issues.transition(projectId, [id], (issue) => onTime(issue, now));
  return due.length;
}
