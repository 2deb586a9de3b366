import type { DatabaseSync } from "node:sqlite";
import type { FingerprintHash, IssueId, ProjectId } from "#server/domain/ids.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { Act, GroupingStore } from "#server/storage/grouping/grouping-store.ts";
import type { IssueName } from "#server/storage/issues/issue-store.ts";
import { addActivity } from "#server/storage/issues/activities.sqlite.ts";
import { dayOf } from "#server/storage/sqlite/day-files.ts";
import { type IssueRow, issueOf, wordsOf } from "#server/storage/issues/row.ts";
import { selectIssue } from "#server/storage/issues/row.sqlite.ts";
import { storedStatusOf } from "#server/storage/issues/stored-status.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";
import { indexWords } from "#server/storage/issue-search/word-index.sqlite.ts";

type Split = { issue: IssueId; hashes: FingerprintHash[]; name: IssueName } & Act;
type PrintRow = { hash: FingerprintHash; first_seen: number; origin_id: number | null };
type Merged = { id: number; number: number; type: string; value: string; culprit: string };

const takeNumber =
  "UPDATE projects SET last_number = last_number + 1 WHERE id = ? RETURNING last_number AS number";

// Without an ID, SQLite assigns the next one. Values come from before the merge, or from the issue
// it leaves.
const insert = `INSERT INTO issues (id, project_id, number, state, substate, level, first_seen, last_seen, unhandled, platform,
    standing, type, value, culprit, words)
  SELECT ?2, i.project_id, ?3, ?9, ?10, coalesce(m.level, i.level), ?4, i.last_seen, coalesce(m.unhandled, i.unhandled),
    coalesce(m.platform, i.platform), coalesce(m.standing, i.standing), ?5, ?6, ?7, ?8
  FROM issues i LEFT JOIN merged_issues m ON m.id = ?2 WHERE i.id = ?1 RETURNING id`;

type SplitIssue = (
  projectId: ProjectId,
  split: Split,
) => Awaited<ReturnType<GroupingStore["split"]>>;

/**
 * Use in a transaction. Runs at once, like `mergeIssues`; PostgreSQL locks the project instead, and
 * counts by statement.
 */
export function splitIssue(
  writer: DatabaseSync,
  isMoving: (issueId: IssueId) => boolean,
): SplitIssue {
  const read = prepare<IssueRow>(writer, `${selectIssue} WHERE i.project_id = ? AND i.id = ?`);
  const prints = prepare<PrintRow>(
    writer,
    "SELECT hash, first_seen, origin_id FROM fingerprints WHERE issue_id = ?",
  );
  const merged = prepare<Merged & { standing: string }>(
    writer,
    "SELECT id, number, type, value, culprit, standing FROM merged_issues WHERE id = ? AND into_id = ?",
  );
  const number = prepare<{ number: number }>(writer, takeNumber);
  const make = prepare<{ id: number }>(writer, insert);
  const index = indexWords(writer);
  const forget = prepare(writer, "DELETE FROM merged_issues WHERE id = ?");
  const put = prepare(
    writer,
    `UPDATE fingerprints SET issue_id = ?1, origin_id = CASE WHEN origin_id = ?1 THEN NULL ELSE coalesce(origin_id, ?2) END
      WHERE issue_id = ?2 AND hash IN (SELECT value FROM json_each(?3))`,
  );
  const move = prepare(
    writer,
    "INSERT INTO event_moves (project_id, from_id, to_id, counted_in, hashes, first_day) VALUES (?1, ?2, ?3, ?2, ?4, ?5)",
  );
  const tell = addActivity(writer);
  const find = (projectId: ProjectId, id: number) => issueOf(read.get(projectId, id)!);

  function begin(source: Issue, taken: PrintRow[], { name }: Split): Issue {
    const origins = new Set(taken.map(({ origin_id }) => origin_id));
    const [origin] = origins;
    const back = origins.size === 1 && origin != null ? merged.get(origin, source.id) : undefined;
    const called: IssueName = back ?? name;
    const firstSeen = Math.min(...taken.map(({ first_seen }) => first_seen));
    const standing = back ? (JSON.parse(back.standing) as Issue["state"]) : source.state;
    const taking = back?.number ?? number.get(source.projectId)!.number;
    const words = wordsOf(called);
    const { state, substate } = storedStatusOf(standing);
    const names = [called.type, called.value, called.culprit, words];
    const { id } = make.get(
      source.id,
      back?.id ?? null,
      taking,
      firstSeen,
      ...names,
      state,
      substate,
    )!;
    index(id, words);
    if (back) forget.run(back.id);
    return find(source.projectId, id);
  }

  return (projectId, split) => {
    const row = read.get(projectId, split.issue);
    const own = prints.all(split.issue);
    const taken = own.filter(({ hash }) => split.hashes.includes(hash));
    if (!row || taken.length === 0 || taken.length < new Set(split.hashes).size) return "unknown";
    if (taken.length === own.length) return "whole";
    if (isMoving(split.issue)) return "moving";
    const source = issueOf(row);
    const part = begin(source, taken, split);
    const hashes = JSON.stringify(split.hashes);
    put.run(part.id, source.id, hashes);
    // If a source map changed a fingerprint, its first seen is that of its issue, because events
    // may be older.
    move.run(projectId, source.id, part.id, hashes, dayOf(source.firstSeen));
    const { at, by } = split;
    tell({ issueId: source.id, at, by, what: { kind: "split", into: part.shortId } });
    tell({ issueId: part.id, at, by, what: { kind: "split-off", from: source.shortId } });
    return part;
  };
}
