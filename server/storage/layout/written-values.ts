import type { NewEvent, NewIssue } from "#server/storage/digest/digest-store.ts";
import { idBytes } from "#server/storage/events/row.ts";
import { levelCode, storedStatusOf } from "#server/storage/issues/stored-status.ts";

/** Values of rows, in the order of the columns that both engines name. */
type WrittenValue = string | number | null | Uint8Array;

/** Sorts events of one issue together: they compress to half the size of a mixture. */
export const byLikeness = (a: NewEvent, b: NewEvent): number =>
  a.issueId - b.issueId || a.at - b.at;

/** From project_id to tags as the engine writes them, then span_id. */
export function eventValues(event: NewEvent, tags: string): WrittenValue[] {
  return [
    event.projectId,
    idBytes(event.eventId),
    event.issueId,
    event.at,
    event.timestamp,
    levelCode(event.level),
    event.richness,
    event.hash,
    event.title,
    event.environment ?? null,
    event.release ?? null,
    event.user ?? null,
    event.traceId ?? null,
    tags,
    event.spanId ?? null,
  ];
}

/** From project_id to culprit, then created_at. */
export function newIssueValues(
  issue: Omit<NewIssue, "hash" | "algorithm">,
  number: number,
): WrittenValue[] {
  const { state, substate } = storedStatusOf(issue.state);
  return [
    issue.projectId,
    number,
    state,
    substate,
    levelCode(issue.level),
    issue.firstSeen,
    issue.lastSeen,
    issue.unhandled ? 1 : 0,
    issue.platform,
    JSON.stringify(issue.state),
    issue.firstRelease ?? null,
    issue.lastRelease ?? null,
    issue.type,
    issue.value,
    issue.culprit,
    issue.createdAt,
  ];
}
