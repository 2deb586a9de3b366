import { readBody, rawOf } from "#server/ingest/sentry/stored-body.ts";
import type { ReadEvent } from "#server/services.ts";
import type { Store } from "#server/storage/store.ts";

/** Reads an event anew from what was received, so that what Spoor learns to read later shows on old events too. */
export function createReadEvent(store: Store): ReadEvent {
  return async (issue, which) => {
    const picked = which === "latest" || which === "oldest" || which === "recommended";
    const stored = picked ? await store.events.pick(issue, which) : await store.events.find(issue.projectId, which);
    if (!stored || stored.issueId !== issue.id) return undefined;
    const { body, ...summary } = stored;
    const { event, grouping } = readBody(body);
    const neighbours = await store.events.neighbours(issue, summary);
    return { summary, event, grouping, raw: rawOf(body), ...neighbours };
  };
}
