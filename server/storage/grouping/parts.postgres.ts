import type { GroupingStore } from "#server/storage/grouping/grouping-store.ts";
import {
  addDay,
  askedParts,
  eventsPerDay,
  isSample,
  lastSeenFirst,
  partsLookedAt,
  type PartCountRow,
  partOf,
  type PrintRow,
} from "#server/storage/grouping/part.ts";
import type { IssueSpan } from "#server/storage/events/event-store.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import type { Days } from "#server/storage/postgres/days.ts";
import { daysOf } from "#server/storage/events/days.postgres.ts";

type NumberedRow = Omit<PrintRow, "short_id"> & { number: number | null };

const selectPrints = `SELECT f.hash, f.algorithm, f.first_seen, f.origin_id, m.number
  FROM fingerprints f LEFT JOIN merged_issues m ON m.project_id = $1 AND m.id = f.origin_id
  WHERE f.project_id = $1 AND f.issue_id = $2 ORDER BY f.hash LIMIT ${partsLookedAt}`;
const selectPrefix = "SELECT prefix FROM projects WHERE id = $1";

const selectCounts = `SELECT DISTINCT ON (hash) hash, count(*) OVER (PARTITION BY hash) AS count, event_id, received_at, title
  FROM (SELECT hash, received_at, event_id, title FROM events WHERE project_id = $1 AND issue_id = $2 AND day = $3::date
    ORDER BY received_at DESC, event_id DESC LIMIT ${eventsPerDay}) newest
  ORDER BY hash, received_at DESC, event_id DESC`;

export const issueParts =
  (query: Query, days: Days): GroupingStore["parts"] =>
  async (issue, deadlineMs, asked) => {
    const until = performance.now() + deadlineMs;
    const [prints, kept] = await Promise.all([readPrints(query, issue), days.list()]);
    const parts = new Map(prints.map((row) => [row.hash as string, partOf(row)]));
    const [first, last] = daysOf(issue);
    let countedTo: number | undefined;
    let isSampled = false;
    for (const day of kept.filter((each) => each >= first && each <= last)) {
      if (performance.now() > until) break;
      countedTo = Date.parse(day);
      const rows = await query<PartCountRow>(selectCounts, issue.projectId, issue.id, day);
      isSampled ||= isSample(rows);
      for (const row of rows) addDay(parts.get(row.hash), row);
    }
    const oldest = kept.at(-1);
    const begin = Math.max(issue.firstSeen, oldest === undefined ? 0 : Date.parse(oldest));
    return {
      ...askedParts(lastSeenFirst(parts.values()), asked),
      ...(countedTo !== undefined && countedTo > begin && { countedTo }),
      ...(isSampled && { countedPerDay: eventsPerDay }),
      ...(oldest !== undefined && { keptFrom: Date.parse(oldest) }),
    };
  };

async function readPrints(query: Query, { projectId, id }: IssueSpan): Promise<PrintRow[]> {
  const [rows, [project]] = await Promise.all([
    query<NumberedRow>(selectPrints, projectId, id),
    query<{ prefix: string }>(selectPrefix, projectId),
  ]);
  return rows.map(({ number, ...row }) => ({
    ...row,
    short_id: number === null ? null : `${project!.prefix}-${number}`,
  }));
}
