import type { IssueId, ProjectId } from "#server/domain/ids.ts";
import { type Issue, issueTitle } from "#server/domain/issue/issue.ts";
import { mergeFacts } from "#server/domain/issue/merge.ts";
import { standingOf } from "#server/storage/issues/standing.ts";
import type { Act } from "#server/storage/grouping/grouping-store.ts";
import { addActivities } from "#server/storage/issues/activities.postgres.ts";
import { columnsOf } from "#server/storage/postgres/columns.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import { dayOf } from "#server/storage/postgres/days.ts";
import { countMoves } from "#server/storage/issues/counts.postgres.ts";
import { issuesByIds, lockIssues } from "#server/storage/issues/row.postgres.ts";
import { removeIssues } from "#server/storage/deletions/issue-rows.postgres.ts";
import { mergedValues } from "#server/storage/layout/written-values.ts";
import { mergeRows } from "./merge-rows.postgres.ts";
import { countTermsOf, forgetTermsOf } from "#server/storage/tags/terms.postgres.ts";

const titleLength = 200;

const remember = `INSERT INTO merged_issues (id, project_id, number, into_id, merged_at, level, unhandled, platform, standing, type,
    value, culprit)
  SELECT id, project_id, number, $2, $4, level, unhandled, platform, standing, type, value, culprit
  FROM issues WHERE project_id = $1 AND id = ANY($3::bigint[])`;

// What was on its way to or from those that go is on its way to or from the other now.
const redirects = [
  "UPDATE merged_issues SET into_id = $2 WHERE project_id = $1 AND into_id = ANY($3::bigint[])",
  "UPDATE event_moves SET to_id = $2 WHERE project_id = $1 AND to_id = ANY($3::bigint[])",
  "UPDATE event_moves SET counted_in = $2 WHERE project_id = $1 AND counted_in = ANY($3::bigint[])",
  `UPDATE fingerprints SET origin_id = coalesce(origin_id, issue_id), issue_id = $2
    WHERE project_id = $1 AND issue_id = ANY($3::bigint[])`,
];
const move = `INSERT INTO event_moves (project_id, from_id, to_id, first_day)
  SELECT $1, from_id, $2, first_day FROM unnest($3::bigint[], $4::text[]) AS m(from_id, first_day)`;
const addUp = `UPDATE issues SET event_count = event_count + $3, unhandled = greatest(unhandled, $4), state = $5, substate = $6,
  standing = $7, first_seen = $8, last_seen = $9, first_release = $10, last_release = $11,
  user_count = (SELECT count(*) FROM issue_users WHERE project_id = $1 AND issue_id = $2) WHERE project_id = $1 AND id = $2`;

/**
 * For use inside a transaction that holds the project. Those that go are deleted last: whatever the
 * other did not take goes with them.
 */
export async function mergeIssues(
  query: Query,
  projectId: ProjectId,
  { from, into, at, by }: { from: IssueId[]; into: IssueId } & Act,
): Promise<Issue | undefined> {
  const found = await lockIssues(query, projectId, [...new Set([into, ...from])]);
  const target = found.get(into);
  const others = [...new Set(from)].flatMap((id) => (id === into ? [] : (found.get(id) ?? [])));
  if (!target || others.length === 0) return target;
  await take(query, target, others, at);
  const names = others.map((other) => ({
    shortId: other.shortId,
    title: issueTitle(other).slice(0, titleLength),
  }));
  await addActivities(query, projectId, [
    { issueId: into, at, by, what: { kind: "merged", from: names } },
  ]);
  return (await issuesByIds(query, projectId, [into])).get(into);
}

async function take(query: Query, target: Issue, others: Issue[], at: number): Promise<void> {
  const { id, projectId } = target;
  const ids = others.map((other) => other.id);
  const all = [id, ...ids];
  const was = [target, ...others].map((issue) => ({ id: issue.id, was: standingOf(issue.state) }));
  const facts = mergeFacts(target, others);
  await Promise.all([
    countMoves(query, projectId, was),
    forgetTermsOf(query, projectId, all),
    query(remember, projectId, id, ids, at),
    ...redirects.map((sql) => query(sql, projectId, id, ids)),
  ]);
  await mergeRows(query, projectId, id, ids);
  await Promise.all([
    query(
      move,
      projectId,
      id,
      ...columnsOf(others.map((other) => [other.id, dayOf(other.firstSeen)])),
    ),
    query(addUp, projectId, ...mergedValues(target, others, facts)),
    countMoves(query, projectId, [{ id, is: standingOf(facts.state) }]),
    countTermsOf(query, projectId, [id]),
    removeIssues(query, projectId, ids),
  ]);
}
