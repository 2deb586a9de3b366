import type { DatabaseSync } from "node:sqlite";
import type { IssueId } from "#server/domain/ids.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { NewIssue } from "#server/storage/digest/digest-store.ts";
import { wordsOf } from "#server/storage/issues/row.ts";
import { newIssueValues } from "#server/storage/layout/written-values.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";

const takeNumber =
  "UPDATE projects SET last_number = last_number + 1 WHERE id = ? RETURNING last_number AS number, prefix";
const insertIssue = `INSERT INTO issues (project_id, number, state, substate, level, first_seen, last_seen, unhandled,
  platform, standing, first_release, last_release, type, value, culprit, created_at, words)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`;
const insertFingerprint =
  "INSERT INTO fingerprints (project_id, hash, issue_id, algorithm, first_seen) VALUES (?, ?, ?, ?, ?)";

/** Use in a transaction. Running numbers have no gaps, even if a batch is rolled back. */
export function createIssues(writer: DatabaseSync): (issues: NewIssue[]) => Issue[] {
  const number = prepare<{ number: number; prefix: string }>(writer, takeNumber);
  const insert = prepare<{ id: number }>(writer, insertIssue);
  const own = prepare(writer, insertFingerprint);
  const index = prepare(writer, "INSERT INTO issue_words (rowid, words) VALUES (?, ?)");

  const create = ({ hash, algorithm, searched, createdAt, ...issue }: NewIssue): Issue => {
    const { number: taken, prefix } = number.get(issue.projectId)!;
    const words = wordsOf({ ...issue, ...(searched !== undefined && { searched }) });
    const { id } = insert.get(...newIssueValues({ ...issue, createdAt }, taken), words)!;
    own.run(issue.projectId, hash, id, algorithm, issue.firstSeen);
    index.run(id, words);
    return {
      ...issue,
      id: id as IssueId,
      number: taken,
      shortId: `${prefix}-${taken}`,
      count: 0,
      userCount: 0,
    };
  };
  return (issues) => issues.map(create);
}
