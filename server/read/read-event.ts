import type { Unminify } from "#server/artifacts/unminifier.ts";
import { group } from "#server/domain/grouping/group.ts";
import { readBody, rawOf } from "#server/ingest/sentry/stored-body.ts";
import type { ReadEvent } from "#server/services.ts";
import type { Store } from "#server/storage/store.ts";

/** Reads an event anew from what was received, so that what Spoor learns to read later shows on old events too. */
/** A count of so many costs a page a millisecond or two. */
const mostCounted = 10_000;

export function createReadEvent(store: Store, unminify: Unminify): ReadEvent {
  return async (issue, which) => {
    const stored = isPick(which)
      ? await store.events.pick(issue, which)
      : await store.events.find(issue.projectId, which);
    if (!stored || stored.issueId !== issue.id) return undefined;
    const { body, ...summary } = stored;
    const understood = readBody(body);
    const [written, neighbours, newerThanIt] = await Promise.all([
      // With the maps that are there today: an upload repairs what came before it.
      unminify(understood.event, issue.projectId),
      store.events.neighbours(issue, summary),
      store.events.newerCount(issue, summary, mostCounted),
    ]);
    const { event } = written ?? understood;
    const grouping = written ? group(event) : understood.grouping;
    const newerCount = neighbours.newer ? newerThanIt : 0;
    return {
      summary,
      event,
      grouping,
      raw: rawOf(body),
      ...neighbours,
      ...(newerCount !== undefined && { newerCount }),
    };
  };
}

/** Event ids are 32 hex digits: none of them is one of these words. */
function isPick(which: string): which is "latest" | "oldest" | "recommended" {
  return which === "latest" || which === "oldest" || which === "recommended";
}
