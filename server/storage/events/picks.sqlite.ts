import type { IssueSpan } from "#server/storage/events/event-store.ts";
import type { Day } from "#server/storage/sqlite/day-file.ts";
import type { DayFiles } from "#server/storage/sqlite/day-files.ts";
import { daysOf, firstOf, opened } from "./days.sqlite.ts";
import type { EventRow } from "#server/storage/events/row.ts";

type Pick = (files: DayFiles, issue: IssueSpan, lastId: number) => EventRow | undefined;

/**
 * The richest of this many is recommended: enough to find a good one, and cheap enough for each
 * page.
 */
const candidates = 100;

const latest: Pick = (files, issue, lastId) =>
  firstOf(opened(files, daysOf(files, issue)), (file) => {
    const row = file.newest.get(issue.id, lastId, 1);
    return row && file.byRowId.get(row.id);
  });

const oldest: Pick = (files, issue, lastId) =>
  firstOf(opened(files, daysOf(files, issue).toReversed()), (file) => {
    const row = file.oldest.get(issue.id, lastId);
    return row && file.byRowId.get(row.id);
  });

const recommended: Pick = (files, issue, lastId) => {
  let best: { day: Day; id: number; richness: number } | undefined;
  let left = candidates;
  for (const file of opened(files, daysOf(files, issue))) {
    for (const { id, richness } of file.newest.all(issue.id, lastId, left)) {
      left--;
      if (!best || richness > best.richness) best = { day: file.day, id, richness };
    }
    if (left === 0) break;
  }
  return best && files.open(best.day)?.byRowId.get(best.id);
};

export const picks = { latest, oldest, recommended };
