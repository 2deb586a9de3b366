import type { DatabaseSync } from "node:sqlite";
import type { GroupingStore } from "#server/storage/grouping-store.ts";
import { type IssueRow, issueOf } from "#server/storage/layout/issue-row.ts";
import { selectIssue } from "./issue-row.ts";
import { likelyWords } from "#server/storage/layout/likely-words.ts";
import { matchOf } from "./issue-words.ts";
import { prepare } from "./statement.ts";

/** The newest that share something; how much they share is for whoever asked to say. */
const perReason = 30;

const select = `SELECT rowid AS id FROM issue_words WHERE issue_words MATCH ? ORDER BY rowid DESC LIMIT ${perReason}`;

/**
 * Issues whose place, telling words or type are the same: a few look-ups in the index behind the search box, each of which
 * ends at the newest that have all of its pieces.
 */
export function issueCandidates(reader: DatabaseSync): GroupingStore["candidates"] {
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
