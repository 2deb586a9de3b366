import type { DatabaseSync } from "node:sqlite";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { GroupingStore } from "#server/storage/grouping-store.ts";
import { type IssueRow, issueOf, wordsOf } from "#server/storage/layout/issue-row.ts";
import { selectIssue } from "./issue-row.ts";
import { matchOf } from "./issue-words.ts";
import { prepare } from "./statement.ts";

/** The newest that share something; how much they share is for whoever asked to say. */
const perReason = 30;
/** Pieces of the text index that are looked up: each is a list to be read. */
const longestWords = 3;
const wordLength = 9;

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
    for (const words of reasonsOf(issue)) {
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

function reasonsOf(issue: Issue): string[][] {
  const long = (text: string) =>
    [...new Set(wordsOf({ type: "", value: text, culprit: "" }).split(/[^\p{L}_]+/u))]
      .filter((word) => word.length > 3)
      .toSorted((a, b) => b.length - a.length)
      .slice(0, longestWords)
      .map((word) => word.slice(0, wordLength));
  const culprit = issue.culprit.length > 3 ? [issue.culprit.slice(0, 2 * wordLength)] : [];
  const message = long(issue.value);
  const type = issue.type.length > 3 ? [issue.type.slice(0, wordLength)] : [];
  const typed = message.slice(0, 2).map((word) => [...type, word]);
  return [culprit, message, ...typed, [...type, ...culprit], type].filter((words) => words.length > 0);
}
