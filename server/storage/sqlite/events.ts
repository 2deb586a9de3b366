import type { EventStore } from "#server/storage/store.ts";
import { lastIdOf } from "./batch-ids.ts";
import { type DayFiles, dayOf } from "./day-files.ts";
import { daysOf, firstOf, opened } from "./event-days.ts";
import { eventList } from "./event-list.ts";
import { picks } from "./event-picks.ts";
import { eventOf, idBytes, idText, summaryOf } from "./event-row.ts";

/**
 * `committedBatch` is asked before each read: rows of a batch that spoor.db does not know yet do not exist. Those of a
 * deleted issue do not exist any more, while they wait to be removed.
 */
export function eventStore(
  files: DayFiles,
  committedBatch: () => number,
  isDeleted: (issueId: number) => boolean,
): EventStore {
  const lastId = () => lastIdOf(committedBatch());

  return {
    async find(projectId, eventId) {
      const at = [projectId, idBytes(eventId), lastId()] as const;
      const row = firstOf(opened(files, files.days()), (file) => file.byEventId.get(...at));
      return row && !isDeleted(row.issue_id) ? eventOf(row) : undefined;
    },

    async pick(issue, which) {
      const row = picks[which](files, issue, lastId());
      return row && eventOf(row);
    },

    async neighbours(issue, { receivedAt, eventId }) {
      const [days, day] = [daysOf(files, issue), dayOf(receivedAt)];
      const at = [issue.id, lastId(), receivedAt, idBytes(eventId)] as const;
      const before = days.filter((each) => each <= day);
      const after = days.filter((each) => each >= day).toReversed();
      const older = firstOf(opened(files, before), (file) => file.older.get(...at));
      const newer = firstOf(opened(files, after), (file) => file.newer.get(...at));
      return {
        ...(older && { older: idText(older.event_id) }),
        ...(newer && { newer: idText(newer.event_id) }),
      };
    },

    async ofTrace({ projectId, traceId, from, to, limit }) {
      const days = files.days().filter((day) => day >= dayOf(from) && day <= dayOf(to));
      const rows = [...opened(files, days)].flatMap((file) => file.ofTrace.all(projectId, traceId, lastId(), limit));
      return rows
        .filter((row) => !isDeleted(row.issue_id))
        .map(summaryOf)
        .toSorted((a, b) => a.timestamp - b.timestamp)
        .slice(0, limit);
    },

    list: async (filter) => eventList(files, filter, lastId()),
  };
}
