import type { Unminify } from "#server/artifacts/unminifier.ts";
import { group } from "#server/domain/grouping/group.ts";
import { readBody, rawOf } from "#server/ingest/sentry/stored-body.ts";
import type { Store } from "#server/storage/store.ts";
import type { EventSummary, IssueSpan } from "#server/storage/events/event-store.ts";
import type { ErrorEvent } from "#server/domain/event/error-event.ts";
import type { EventId } from "#server/domain/ids.ts";
import type { Grouping } from "#server/domain/grouping/grouping.ts";

/** An event as shown on its page: parsed again from the received payload, with its neighbors. */
export type EventView = {
  summary: EventSummary;
  event: ErrorEvent;
  grouping: Grouping;
  /** The scrubbed JSON as received, indented. */
  raw: string;
  older?: EventId;
  newer?: EventId;
  /** Number of newer events in the issue; absent if there are too many to count for a page. */
  newerCount?: number;
};

/** Undefined if the issue has no such event. */
export type ReadEvent = (
  issue: IssueSpan,
  which: EventId | "latest" | "oldest" | "recommended",
) => Promise<EventView | undefined>;

/** Parses an event again from its payload, so that parser improvements apply to old events, too. */
/** Counting this many costs a page one or two milliseconds. */
const mostCounted = 10_000;

export function createReadEvent(store: Store, unminify: Unminify): ReadEvent {
  return async (issue, which) => {
    const stored = isPick(which)
      ? await store.events.pick(issue, which)
      : await store.events.find(issue.projectId, which);
    if (!stored || stored.issueId !== issue.id) return undefined;
    const { body, ...summary } = stored;
    const understood = readBody(body);
    const [written, neighbors, newerThanIt] = await Promise.all([
      // With the current source maps: an upload also fixes earlier events.
      unminify(understood.event, issue.projectId),
      store.events.neighbors(issue, summary),
      store.events.newerCount(issue, summary, mostCounted),
    ]);
    const { event } = written ?? understood;
    const grouping = written ? group(event) : understood.grouping;
    const newerCount = neighbors.newer ? newerThanIt : 0;
    return {
      summary,
      event,
      grouping,
      raw: rawOf(body),
      ...neighbors,
      ...(newerCount !== undefined && { newerCount }),
    };
  };
}

/** Event IDs are 32 hex digits, so none equals these words. */
function isPick(which: string): which is "latest" | "oldest" | "recommended" {
  return which === "latest" || which === "oldest" || which === "recommended";
}
