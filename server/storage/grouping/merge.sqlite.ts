import type { DatabaseSync } from "node:sqlite";
import type { IssueId, ProjectId } from "#server/domain/ids.ts";
import { type Issue, issueTitle } from "#server/domain/issue/issue.ts";
import { mergeFacts } from "#server/domain/issue/merge.ts";
import type { Act } from "#server/storage/grouping/grouping-store.ts";
import { addActivity } from "#server/storage/issues/activities.sqlite.ts";
import { dayOf } from "#server/storage/sqlite/day-files.ts";
import { type IssueRow, issueOf } from "#server/storage/issues/row.ts";
import { selectIssue } from "#server/storage/issues/row.sqlite.ts";
import { mergedValues } from "#server/storage/layout/written-values.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";

/** Sums counters, one statement per table: `?1` is the target issue, `?2` the merged one. */
const sums = [
  `INSERT INTO issue_hours SELECT ?1, hour, environment_id, count FROM issue_hours WHERE issue_id = ?2
    ON CONFLICT DO UPDATE SET count = count + excluded.count`,
  `INSERT INTO issue_days SELECT ?1, day, environment_id, count FROM issue_days WHERE issue_id = ?2
    ON CONFLICT DO UPDATE SET count = count + excluded.count`,
  `INSERT INTO issue_tags SELECT ?1, key, value, count, last_seen FROM issue_tags WHERE issue_id = ?2
    ON CONFLICT DO UPDATE SET count = count + excluded.count, last_seen = max(last_seen, excluded.last_seen)`,
  `INSERT INTO issue_tag_keys SELECT ?1, key, 0, uncounted FROM issue_tag_keys WHERE issue_id = ?2
    ON CONFLICT DO UPDATE SET uncounted = uncounted + excluded.uncounted`,
  `UPDATE issue_tag_keys SET distinct_values =
    (SELECT count(*) FROM issue_tags t WHERE t.issue_id = ?1 AND t.key = issue_tag_keys.key) WHERE issue_id = ?1 AND ?2 <> ?1`,
  `INSERT INTO issue_environments SELECT environment_id, ?1, first_seen, last_seen FROM issue_environments WHERE issue_id = ?2
    ON CONFLICT DO UPDATE SET first_seen = min(first_seen, excluded.first_seen), last_seen = max(last_seen, excluded.last_seen)`,
];

const summed = ["issue_hours", "issue_days", "issue_tags", "issue_tag_keys", "issue_environments"];
/** The state recorded by a bulk action doesn't apply to the target. */
const leftBehind = new Set([...summed, "bulk_act_issues"]);

/**
 * Moves all rows that reference the merged issue, in every table, including new ones. Rows that the
 * target already has (the same user, subscriber, or release relation) are left and deleted with the
 * issue. Use in a transaction.
 */
function mergeRows(writer: DatabaseSync): (into: number, from: number) => void {
  const adding = sums.map((sql) => prepare(writer, sql));
  const moving = tablesOfIssues(writer).map(({ table, column }) =>
    prepare(writer, `UPDATE OR IGNORE ${table} SET ${column} = ?1 WHERE ${column} = ?2`),
  );
  return (into, from) => {
    for (const statement of [...adding, ...moving]) statement.run(into, from);
  };
}

function tablesOfIssues(writer: DatabaseSync): { table: string; column: string }[] {
  const references = prepare<{ table: string; column: string }>(
    writer,
    `SELECT t.name AS "table", f."from" AS "column" FROM pragma_table_list AS t JOIN pragma_foreign_key_list(t.name) AS f
      WHERE t.schema = 'main' AND t.type = 'table' AND f."table" = 'issues' ORDER BY t.name`,
  );
  return references.all().filter(({ table }) => !leftBehind.has(table));
}

const remember = `INSERT INTO merged_issues (id, project_id, number, into_id, merged_at, level, unhandled, platform, standing,
    type, value, culprit)
  SELECT id, project_id, number, ?1, ?3, level, unhandled, platform, standing, type, value, culprit FROM issues WHERE id = ?2`;

// Redirects moves from or to the merged issue to the target.
const redirects = [
  "UPDATE merged_issues SET into_id = ?1 WHERE into_id = ?2",
  "UPDATE event_moves SET to_id = ?1 WHERE to_id = ?2",
  "UPDATE event_moves SET counted_in = ?1 WHERE counted_in = ?2",
  "UPDATE fingerprints SET origin_id = coalesce(origin_id, issue_id), issue_id = ?1 WHERE issue_id = ?2",
];

const addUp = `UPDATE issues SET event_count = event_count + ?2, unhandled = max(unhandled, ?3), state = ?4, substate = ?5,
  standing = ?6, first_seen = ?7, last_seen = ?8, first_release = ?9, last_release = ?10,
  user_count = (SELECT count(*) FROM issue_users WHERE issue_id = ?1) WHERE id = ?1`;

type MergeIssues = (
  projectId: ProjectId,
  merge: { from: IssueId[]; into: IssueId } & Act,
) => Issue | undefined;

/**
 * Use in a transaction. The merged issue is deleted last, with everything that was not moved. Runs
 * between two batches of the digest, and triggers count; PostgreSQL locks the project instead, and
 * counts by statement.
 */
export function mergeIssues(writer: DatabaseSync): MergeIssues {
  const read = prepare<IssueRow>(writer, `${selectIssue} WHERE i.project_id = ? AND i.id = ?`);
  const keep = prepare(writer, remember);
  const redirect = redirects.map((sql) => prepare(writer, sql));
  const takeRows = mergeRows(writer);
  const move = prepare(
    writer,
    "INSERT INTO event_moves (project_id, from_id, to_id, first_day) VALUES (?, ?, ?, ?)",
  );
  const remove = prepare(writer, "DELETE FROM issues WHERE id = ?");
  const update = prepare(writer, addUp);
  const tell = addActivity(writer);

  const find = (projectId: ProjectId, id: IssueId) => {
    const row = read.get(projectId, id);
    return row && issueOf(row);
  };

  function take(target: Issue, { id, projectId, firstSeen }: Issue, at: number): void {
    keep.run(target.id, id, at);
    for (const statement of redirect) statement.run(target.id, id);
    takeRows(target.id, id);
    move.run(projectId, id, target.id, dayOf(firstSeen));
    remove.run(id);
  }

  return (projectId, { from, into, at, by }) => {
    const target = find(projectId, into);
    if (!target) return undefined;
    const others = [...new Set(from)].flatMap((id) =>
      id === into ? [] : (find(projectId, id) ?? []),
    );
    if (others.length === 0) return target;
    for (const other of others) take(target, other, at);
    const facts = mergeFacts(target, others);
    update.run(...mergedValues(target, others, facts));
    const names = others.map((other) => ({
      shortId: other.shortId,
      title: issueTitle(other).slice(0, 200),
    }));
    tell({ issueId: into, at, by, what: { kind: "merged", from: names } });
    return find(projectId, into);
  };
}
