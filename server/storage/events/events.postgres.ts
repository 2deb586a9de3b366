import type { EventStore } from "#server/storage/events/event-store.ts";
import { withEachIssue } from "#server/storage/events/of-trace.ts";
import { idBytes, idText, summaryOf, type SummaryRow } from "#server/storage/events/row.ts";
import type { Database } from "#server/storage/postgres/database.ts";
import { type Days, dayOf } from "#server/storage/postgres/days.ts";
import { type PlacedRow, placedColumns, summaryColumns, withBodies } from "./bodies.postgres.ts";
import { daysOf, earlier, firstDay, lastDay, later } from "./days.postgres.ts";
import { eventList } from "./list.postgres.ts";
import { pickEvent } from "./picks.postgres.ts";

// Events of a deleted issue are hidden until they are removed.
const isThere = `NOT EXISTS (SELECT 1 FROM issue_deletions d WHERE d.project_id = e.project_id AND d.issue_id = e.issue_id)`;
const selectOne = `SELECT ${placedColumns} FROM events e WHERE project_id = $1 AND event_id = $2 AND ${isThere}
  ORDER BY day DESC LIMIT 1`;
const selectOlder = `SELECT event_id FROM events WHERE project_id = $1 AND issue_id = $2 AND day BETWEEN $3 AND $4
    AND (received_at, event_id) < ($5, $6) ORDER BY received_at DESC, event_id DESC LIMIT 1`;
const selectNewer = `SELECT event_id FROM events WHERE project_id = $1 AND issue_id = $2 AND day BETWEEN $3 AND $4
    AND (received_at, event_id) > ($5, $6) ORDER BY received_at, event_id LIMIT 1`;
const countNewer = `SELECT count(*) AS count FROM (SELECT 1 FROM events WHERE project_id = $1 AND issue_id = $2
    AND day BETWEEN $3 AND $4 AND (received_at, event_id) > ($5, $6) LIMIT $7) newer`;
const selectOfTrace = `SELECT ${summaryColumns} FROM events e WHERE project_id = $1 AND trace_id = $2 AND day BETWEEN $3 AND $4
    AND ${isThere} ORDER BY timestamp LIMIT $5`;
const selectIssuesOfTrace = `SELECT DISTINCT ON (issue_id) ${summaryColumns} FROM events e
  WHERE project_id = $1 AND trace_id = $2 AND day BETWEEN $3 AND $4 AND ${isThere} ORDER BY issue_id, timestamp`;
const thinnedSince = `SELECT 1 FROM ledger
  WHERE project_id = $1 AND hour >= $2 AND outcome = 'thinned' AND category = 'error' LIMIT 1`;
const countKept = `SELECT count(*) AS count FROM events WHERE project_id = $1 AND issue_id = $2 AND day BETWEEN $3 AND $4`;
const countedSince = `SELECT coalesce(sum(count), 0) AS count FROM issue_days
  WHERE project_id = $1 AND issue_id = $2 AND day >= $3`;

type Counted = { count: number };
type Named = { event_id: Uint8Array };

export function eventStore({ query }: Database, days: Days): EventStore {
  return {
    async find(projectId, eventId) {
      const rows = await query<PlacedRow>(selectOne, projectId, idBytes(eventId));
      return (await withBodies(query, projectId, rows))[0];
    },

    pick: (issue, which) => pickEvent(query, issue, which),

    async neighbors(issue, { at: happened, eventId }) {
      const [[first, last], day] = [daysOf(issue), dayOf(happened)];
      const at = [happened, idBytes(eventId)] as const;
      const [[older], [newer]] = await Promise.all([
        query<Named>(selectOlder, issue.projectId, issue.id, first, earlier(day, last), ...at),
        query<Named>(selectNewer, issue.projectId, issue.id, later(day, first), last, ...at),
      ]);
      return {
        ...(older && { older: idText(older.event_id) }),
        ...(newer && { newer: idText(newer.event_id) }),
      };
    },

    async newerCount(issue, { at: happened, eventId }, most) {
      const [[first, last], day] = [daysOf(issue), dayOf(happened)];
      const at = [later(day, first), last, happened, idBytes(eventId), most + 1] as const;
      const [found] = await query<Counted>(countNewer, issue.projectId, issue.id, ...at);
      return found!.count > most ? undefined : found!.count;
    },

    async ofTrace({ projectId, traceId, from, to, limit }) {
      const days = [
        from === undefined ? firstDay : dayOf(from),
        to === undefined ? lastDay : dayOf(to),
      ];
      const rows = await query<SummaryRow>(selectOfTrace, projectId, traceId, ...days, limit);
      const events = rows.map(summaryOf);
      if (events.length < limit) return events;
      const others = await query<SummaryRow>(selectIssuesOfTrace, projectId, traceId, ...days);
      return withEachIssue(events, others.map(summaryOf));
    },

    async notKept(issue) {
      const [first, last] = daysOf(issue);
      const oldest = (await days.list()).findLast((day) => day >= first && day <= last);
      if (oldest === undefined) return 0;
      const since = Date.parse(oldest);
      // Counting costs as much as there are events, so it runs only if some were dropped.
      if ((await query(thinnedSince, issue.projectId, since)).length === 0) return 0;
      const [[kept], [counted]] = await Promise.all([
        query<Counted>(countKept, issue.projectId, issue.id, oldest, last),
        query<Counted>(countedSince, issue.projectId, issue.id, since),
      ]);
      return Math.max(0, counted!.count - kept!.count);
    },

    list: (filter) => eventList(query, filter),
  };
}
