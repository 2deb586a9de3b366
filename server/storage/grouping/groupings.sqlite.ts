import type { DatabaseSync } from "node:sqlite";
import type { GroupingStore } from "#server/storage/grouping/grouping-store.ts";
import { likelyWords } from "#server/storage/grouping/likely-words.ts";
import { matchOf } from "#server/storage/issue-search/words.sqlite.ts";
import { selectIssue } from "#server/storage/issues/row.sqlite.ts";
import { issueOf, type IssueRow } from "#server/storage/issues/row.ts";
import { lastIdOf } from "#server/storage/sqlite/batch-ids.ts";
import type { Connections } from "#server/storage/sqlite/connections.ts";
import type { DayFiles } from "#server/storage/sqlite/day-files.ts";
import type { Digest } from "#server/storage/digest/digest.sqlite.ts";
import { eventMoves } from "./event-moves.sqlite.ts";
import { mergeIssues } from "./merge.sqlite.ts";
import { issueParts } from "./parts.sqlite.ts";
import { groupingReads } from "./reads.ts";
import { splitIssue } from "./split.sqlite.ts";
import { newestEvents } from "#server/storage/events/newest.sqlite.ts";
import { queryOn } from "#server/storage/sqlite/noun-database.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";

const anyMove = "SELECT 1 AS found FROM event_moves";
const ofIssue = `${anyMove} WHERE ?1 IN (from_id, to_id, counted_in) LIMIT 1`;

/**
 * Actions run while no batch of the digest is in progress: an earlier batch has ended, and the next
 * sees the result.
 */
export function groupingStore(
  { reader, writer }: Connections,
  files: DayFiles,
  { between, committedBatch }: Digest,
): GroupingStore {
  const movingNow = prepare<{ found: 1 }>(writer, ofIssue);
  const pending = prepare<{ found: 1 }>(reader, `${anyMove} LIMIT 1`);
  const lastId = () => lastIdOf(committedBatch());
  const merge = mergeIssues(writer);
  const split = splitIssue(writer, (issueId) => movingNow.get(issueId) !== undefined);
  const advance = eventMoves(writer, files, committedBatch);

  return {
    ...groupingReads(queryOn(reader)),
    merge: (projectId, act) => between(() => merge(projectId, act)),
    split: (projectId, act) => between(() => split(projectId, act)),
    moveEvents: async () => pending.get() !== undefined && between(advance),
    parts: issueParts(reader, files, lastId),
    candidates: issueCandidates(reader),
    newest: newestEvents(files, lastId),
  };
}

/** The newest that share something; the caller determines how much. */
const perReason = 30;

const select = `SELECT rowid AS id FROM issue_words WHERE issue_words MATCH ? ORDER BY rowid DESC LIMIT ${perReason}`;

/**
 * Issues with the same culprit, distinctive words, or type: a few lookups in the search index, each
 * limited to the newest that have all pieces.
 */
function issueCandidates(reader: DatabaseSync): GroupingStore["candidates"] {
  const match = prepare<{ id: number }>(reader, select);
  const byIds = prepare<IssueRow>(
    reader,
    `${selectIssue} WHERE i.project_id = ? AND i.id <> ? AND i.id IN (SELECT value FROM json_each(?))`,
  );
  return async (issue, limit) => {
    const found = new Map<number, number>();
    for (const words of likelyWords(issue)) {
      const expression = matchOf(words, () => []);
      for (const { id } of expression === undefined ? [] : match.all(expression))
        found.set(id, (found.get(id) ?? 0) + 1);
    }
    const rows = byIds.all(issue.projectId, issue.id, JSON.stringify([...found.keys()]));
    return rows
      .toSorted((a, b) => found.get(b.id)! - found.get(a.id)! || b.last_seen - a.last_seen)
      .slice(0, limit)
      .map(issueOf);
  };
}
