import type { DatabaseSync } from "node:sqlite";
import type { IssueChange } from "#server/storage/digest/digest-store.ts";
import { idBytes } from "#server/storage/events/row.ts";
import { wordsOf } from "#server/storage/issues/row.ts";
import { levelCode, storedStatusOf } from "#server/storage/issues/stored-status.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";
import { indexWords, waitingWords } from "#server/storage/issue-search/word-index.sqlite.ts";

// The first release is that of the oldest event, the last release that of the newest, in any order
// of arrival.
const update = `UPDATE issues SET event_count = event_count + ?1, user_count = user_count + ?2, state = ?3,
  substate = ?4, standing = ?5, level = iif(?12 IS NULL, level, ?6), unhandled = iif(?12 IS NULL, unhandled, ?7),
  newest_event = coalesce(?12, newest_event),
  first_release = CASE WHEN ?11 < first_seen THEN coalesce(?8, first_release) ELSE coalesce(first_release, ?8) END,
  last_release = iif(?12 IS NULL, coalesce(last_release, ?10), coalesce(?10, last_release)),
  last_seen = max(last_seen, ?9), first_seen = min(first_seen, ?11) WHERE id = ?13`;

const rename = `UPDATE issues SET type = ?1, value = ?2, culprit = ?3, words = ?4
  WHERE id = ?5 AND (type, value, culprit, words) IS NOT (?1, ?2, ?3, ?4)`;

/** Use in a transaction. */
export function changeIssues(writer: DatabaseSync): (changes: IssueChange[]) => void {
  const change = prepare(writer, update);
  const reword = prepare(writer, rename);
  const waiting = waitingWords(writer);

  return (changes) => {
    for (const issue of changes.toSorted((a, b) => a.id - b.id)) {
      change.run(...valuesOf(issue));
      if (issue.newestEventId !== undefined && reword.run(...namesOf(issue)) > 0)
        waiting.add(issue.id);
    }
    waiting.indexWhenDue();
  };
}

/** Use in a transaction. */
export function renameIssues(writer: DatabaseSync): (issue: NamedIssue) => void {
  const reword = prepare(writer, rename);
  const index = indexWords(writer);
  return (issue) => {
    if (reword.run(...namesOf(issue)) > 0) index(issue.id, wordsOf(issue));
  };
}

type NamedIssue = Pick<IssueChange, "id" | "type" | "value" | "culprit" | "searched">;

const namesOf = (issue: NamedIssue) => [
  issue.type,
  issue.value,
  issue.culprit,
  wordsOf(issue),
  issue.id,
];

function valuesOf(issue: IssueChange) {
  const { state, substate } = storedStatusOf(issue.state);
  return [
    issue.countBy,
    issue.usersBy,
    state,
    substate,
    JSON.stringify(issue.state),
    levelCode(issue.level),
    issue.unhandled ? 1 : 0,
    issue.firstRelease ?? null,
    issue.lastSeen,
    issue.lastRelease ?? null,
    issue.firstSeen,
    issue.newestEventId === undefined ? null : idBytes(issue.newestEventId),
    issue.id,
  ];
}
