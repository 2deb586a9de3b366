import type { DatabaseSync } from "node:sqlite";
import type { IssueId } from "#server/domain/ids.ts";
import type { GroupingStore } from "#server/storage/grouping/grouping-store.ts";
import type { DayFile } from "#server/storage/sqlite/day-file.ts";
import type { DayFiles } from "#server/storage/sqlite/day-files.ts";
import { daysOf, opened } from "#server/storage/events/days.sqlite.ts";
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
import { prepare } from "#server/storage/sqlite/statement.ts";

const selectPrints = `SELECT f.hash, f.algorithm, f.first_seen, f.origin_id, p.prefix || '-' || m.number AS short_id
  FROM fingerprints f JOIN projects p ON p.id = f.project_id LEFT JOIN merged_issues m ON m.id = f.origin_id
  WHERE f.issue_id = ? ORDER BY f.hash LIMIT ${partsLookedAt}`;

// With max(), SQLite takes the other columns from the row that has it.
const selectCounts = `SELECT hash, count(*) AS count, max(received_at) AS received_at, event_id, title
  FROM (SELECT hash, received_at, event_id, title FROM events WHERE issue_id = ? AND id <= ?
    ORDER BY received_at DESC, event_id DESC LIMIT ${eventsPerDay}) GROUP BY hash`;

export function issueParts(
  reader: DatabaseSync,
  files: DayFiles,
  lastId: () => number,
): GroupingStore["parts"] {
  const prints = prepare<PrintRow>(reader, selectPrints);

  return async (issue, deadlineMs, asked) => {
    const parts = new Map(prints.all(issue.id).map((row) => [row.hash as string, partOf(row)]));
    const until = performance.now() + deadlineMs;
    let countedTo: number | undefined;
    let isSampled = false;
    for (const file of opened(files, daysOf(files, issue))) {
      if (performance.now() > until) break;
      countedTo = Date.parse(file.day);
      const rows = countsIn(file, issue.id, lastId());
      isSampled ||= isSample(rows);
      for (const row of rows) addDay(parts.get(row.hash), row);
    }
    const oldest = files.days().at(-1);
    const begin = Math.max(issue.firstSeen, oldest === undefined ? 0 : Date.parse(oldest));
    return {
      ...askedParts(lastSeenFirst(parts.values()), asked),
      ...(countedTo !== undefined && countedTo > begin && { countedTo }),
      ...(isSampled && { countedPerDay: eventsPerDay }),
      ...(oldest !== undefined && { keptFrom: Date.parse(oldest) }),
    };
  };
}

const countsIn = ({ database }: DayFile, issueId: IssueId, lastId: number) =>
  prepare<PartCountRow>(database, selectCounts).all(issueId, lastId);
