import type { Issue } from "#server/domain/issue/issue.ts";
import type { DigestEvent } from "./digest-event.ts";

/**
 * Updates an issue from an event, in any order of arrival: the newest event sets the title, the
 * oldest sets first seen. Returns whether the event is the newest so far. `issue` does not count it
 * yet.
 */
export function seeEvent(issue: Issue, event: DigestEvent): boolean {
  const { eventId, at, release, type, value, culprit, level, unhandled } = event;
  const isNewest = issue.count === 0 || isNewer(event, issue);
  if (release !== undefined) {
    if (isNewest || issue.lastRelease === undefined) issue.lastRelease = release;
    if (issue.firstRelease === undefined || at < issue.firstSeen) issue.firstRelease = release;
  }
  if (isNewest)
    Object.assign(issue, { type, value, culprit, level, unhandled, newestEventId: eventId });
  issue.firstSeen = Math.min(issue.firstSeen, at);
  issue.lastSeen = Math.max(issue.lastSeen, at);
  return isNewest;
}

const isNewer = ({ at, eventId }: DigestEvent, { lastSeen, newestEventId }: Issue): boolean =>
  at > lastSeen || (at === lastSeen && (newestEventId === undefined || eventId > newestEventId));
