import type { DatabaseSync } from "node:sqlite";
import type { GroupingAlgorithm } from "#server/domain/grouping/grouping.ts";
import type { FingerprintHash, IssueId } from "#server/domain/ids.ts";
import type { GroupingStore, IssuePart } from "#server/storage/grouping-store.ts";
import type { DayFile } from "./day-file.ts";
import type { DayFiles } from "./day-files.ts";
import { daysOf, opened } from "./event-days.ts";
import { idText } from "#server/storage/layout/event-row.ts";
import { prepare } from "./statement.ts";

type PrintRow = {
  hash: FingerprintHash;
  algorithm: GroupingAlgorithm;
  first_seen: number;
  origin_id: number | null;
  short_id: string | null;
};
type CountRow = { hash: string; count: number; event_id: Uint8Array; received_at: number; title: string };

const selectPrints = `SELECT f.hash, f.algorithm, f.first_seen, f.origin_id, p.prefix || '-' || m.number AS short_id
  FROM fingerprints f JOIN projects p ON p.id = f.project_id LEFT JOIN merged_issues m ON m.id = f.origin_id
  WHERE f.issue_id = ? ORDER BY f.first_seen, f.hash`;

/** Of a day with more events of the issue than this, the newest are looked at: 1–2 µs each. */
const eventsPerDay = 50_000;

// Beside max(), the other columns are those of the row that has it.
const selectCounts = `SELECT hash, count(*) AS count, max(received_at) AS received_at, event_id, title
  FROM (SELECT hash, received_at, event_id, title FROM events WHERE issue_id = ? AND id <= ?
    ORDER BY received_at DESC, event_id DESC LIMIT ${eventsPerDay}) GROUP BY hash`;

export function issueParts(reader: DatabaseSync, files: DayFiles, lastId: () => number): GroupingStore["parts"] {
  const prints = prepare<PrintRow>(reader, selectPrints);

  return async (issue, deadlineMs) => {
    const parts = new Map(prints.all(issue.id).map((row) => [row.hash as string, partOf(row)]));
    const until = performance.now() + deadlineMs;
    let countedTo: number | undefined;
    for (const file of opened(files, daysOf(files, issue))) {
      if (performance.now() > until) break;
      countedTo = Date.parse(file.day);
      for (const row of countsIn(file, issue.id, lastId())) add(parts.get(row.hash), row);
    }
    const oldest = files.days().at(-1);
    const begin = Math.max(issue.firstSeen, oldest === undefined ? 0 : Date.parse(oldest));
    return {
      parts: [...parts.values()].toSorted((a, b) => (b.latest?.receivedAt ?? 0) - (a.latest?.receivedAt ?? 0)),
      ...(countedTo !== undefined && countedTo > begin && { countedTo }),
      ...(oldest !== undefined && { keptFrom: Date.parse(oldest) }),
    };
  };
}

const countsIn = ({ database }: DayFile, issueId: IssueId, lastId: number) =>
  prepare<CountRow>(database, selectCounts).all(issueId, lastId);

function add(part: IssuePart | undefined, { count, event_id, received_at, title }: CountRow): void {
  if (!part) return;
  part.events += count;
  // Days come newest first.
  part.latest ??= { eventId: idText(event_id), receivedAt: received_at, title };
}

function partOf({ hash, algorithm, first_seen, origin_id, short_id }: PrintRow): IssuePart {
  const isAway = origin_id !== null && short_id !== null;
  return {
    ...{ hash, algorithm, firstSeen: first_seen, events: 0 },
    ...(isAway && { origin: { id: origin_id as IssueId, shortId: short_id } }),
  };
}
