import type { AskedAboutIssue } from "#app/guard.ts";
import { scopeOf } from "#app/ui/format/scope.ts";
import { tagCounts } from "#server/domain/event/tag-counts.ts";
import type { TagSummary } from "#server/domain/event/tag-counts.ts";
import type { TagsAsked } from "#server/storage/issues/issue-store.ts";
import { rangeStart } from "#app/routes/issues/issue-range.ts";

/** `looked`: number of events counted for a filter; absent if tags of all events are shown. */
export type TagsOfIssue = {
  tags: TagSummary[];
  /** Total number of keys. */
  keys: number;
  looked?: { events: number; isAll: boolean };
};

/** The newest: reading and counting a row's tags takes 30 µs per page view. */
const mostLooked = 500;

/**
 * An issue's tags with the page's environment and time range. Counters know neither, so the events
 * are counted.
 */
export async function readTags(
  { services: { store, now }, issue }: AskedAboutIssue,
  params: URLSearchParams,
  { looked: limit = mostLooked, ...asked }: TagsAsked & { looked?: number },
): Promise<TagsOfIssue> {
  const since = rangeStart(params, now());
  const { environment } = scopeOf(params);
  if (since === undefined && environment === undefined) {
    const [tags, keys] = await Promise.all([
      store.issues.tags(issue.projectId, issue.id, asked),
      store.issues.tagKeyCount(issue.projectId, issue.id, asked.query),
    ]);
    return { tags, keys };
  }
  const { rows, next } = await store.events.list({ issue, since, environment, limit });
  return { ...tagCounts(rows, asked), looked: { events: rows.length, isAll: next === undefined } };
}
