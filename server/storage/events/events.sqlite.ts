import type { DatabaseSync } from "node:sqlite";
import type { EventStore } from "#server/storage/events/event-store.ts";
import { lastIdOf } from "#server/storage/sqlite/batch-ids.ts";
import { type DayFiles, dayOf } from "#server/storage/sqlite/day-files.ts";
import { daysOf, firstOf, opened } from "./days.sqlite.ts";
import { eventList } from "./list.sqlite.ts";
import { picks } from "./picks.sqlite.ts";
import { inOrder, withEachIssue } from "#server/storage/events/of-trace.ts";
import { eventOf, idBytes, idText, summaryOf } from "#server/storage/events/row.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";

const thinnedSince = `SELECT 1 AS found FROM ledger
  WHERE project_id = ? AND hour >= ? AND outcome = 'thinned' AND category = 'error' LIMIT 1`;
const countedOnDays =
  "SELECT ifnull(sum(count), 0) AS count FROM issue_days WHERE issue_id = ? AND day >= ?";

/**
 * `committedBatch` is called before each read: rows of a batch unknown to spoor.db are invalid.
 * Events of a deleted issue are hidden until they are removed.
 */
export function eventStore(
  files: DayFiles,
  committedBatch: () => number,
  isDeleted: (issueId: number) => boolean,
  reader: DatabaseSync,
): EventStore {
  const lastId = () => lastIdOf(committedBatch());
  const thinnedOnce = prepare<{ found: 1 }>(reader, thinnedSince);
  const countedSince = prepare<{ count: number }>(reader, countedOnDays);

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

    async neighbors(issue, { at: happened, eventId }) {
      const [days, day] = [daysOf(files, issue), dayOf(happened)];
      const at = [issue.id, lastId(), happened, idBytes(eventId)] as const;
      const before = days.filter((each) => each <= day);
      const after = days.filter((each) => each >= day).toReversed();
      const older = firstOf(opened(files, before), (file) => file.older.get(...at));
      const newer = firstOf(opened(files, after), (file) => file.newer.get(...at));
      return {
        ...(older && { older: idText(older.event_id) }),
        ...(newer && { newer: idText(newer.event_id) }),
      };
    },

    async newerCount(issue, { at: happened, eventId }, most) {
      const days = daysOf(files, issue).filter((each) => each >= dayOf(happened));
      const at = [issue.id, lastId(), happened, idBytes(eventId)] as const;
      let count = 0;
      for (const file of opened(files, days))
        count += file.countNewer.get(...at, most + 1 - count)!.count;
      return count > most ? undefined : count;
    },

    async ofTrace({ projectId, traceId, from, to, limit }) {
      const [first, last] = [
        from === undefined ? "" : dayOf(from),
        to === undefined ? "9999" : dayOf(to),
      ];
      const days = files.days().filter((day) => day >= first && day <= last);
      const read = (statement: "ofTrace" | "issuesOfTrace", ...more: number[]) =>
        [...opened(files, days)]
          .flatMap((file) => file[statement].all(projectId, traceId, lastId(), ...more))
          .filter((row) => !isDeleted(row.issue_id))
          .map(summaryOf);
      const rows = inOrder(read("ofTrace", limit));
      return rows.length < limit
        ? rows
        : withEachIssue(rows.slice(0, limit), read("issuesOfTrace"));
    },

    async notKept(issue) {
      const days = daysOf(files, issue);
      const oldest = days.at(-1);
      // Counting costs as much as there are events, so it runs only if some were dropped.
      if (oldest === undefined || !thinnedOnce.get(issue.projectId, Date.parse(oldest))) return 0;
      let kept = 0;
      for (const file of opened(files, days))
        kept += file.countSince.get(`[${issue.id}]`, lastId(), 0, -1)!.count;
      return Math.max(0, countedSince.get(issue.id, Date.parse(oldest))!.count - kept);
    },

    list: async (filter) => eventList(files, filter, lastId()),
  };
}
