import type { IssueId, ProjectId } from "#server/domain/ids.ts";
import { type Issue, issueTitle } from "#server/domain/issue/issue.ts";
import { mergeFacts } from "#server/domain/issue/merge.ts";
import { storedStatusOf } from "#server/storage/issues/stored-status.ts";
import type { Act } from "#server/storage/grouping/grouping-store.ts";
import { addActivities } from "#server/storage/issues/activities.postgres.ts";
import { columnsOf } from "#server/storage/postgres/columns.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import { dayOf } from "#server/storage/postgres/days.ts";
import { countMoves } from "#server/storage/issues/counts.postgres.ts";
import { issuesByIds, lockIssues } from "#server/storage/issues/row.postgres.ts";
import { removeIssues } from "#server/storage/deletions/issue-rows.postgres.ts";
import { mergedValues } from "#server/storage/layout/written-values.ts";
import { countTermsOf, forgetTermsOf } from "#server/storage/tags/terms.postgres.ts";

const ofOthers = "WHERE project_id = $1 AND issue_id = ANY($3::bigint[])";

/** Sums counters: `$2` is the target issue, `$3` the merged ones. */
const sums = [
  `INSERT INTO issue_hours (project_id, issue_id, hour, environment_id, count)
    SELECT $1, $2, hour, environment_id, sum(count) FROM issue_hours ${ofOthers} GROUP BY hour, environment_id
    ON CONFLICT (project_id, issue_id, hour, environment_id) DO UPDATE SET count = issue_hours.count + excluded.count`,
  `INSERT INTO issue_days (project_id, issue_id, day, environment_id, count)
    SELECT $1, $2, day, environment_id, sum(count) FROM issue_days ${ofOthers} GROUP BY day, environment_id
    ON CONFLICT (project_id, issue_id, day, environment_id) DO UPDATE SET count = issue_days.count + excluded.count`,
  `INSERT INTO issue_tags (project_id, issue_id, key, value, count, last_seen)
    SELECT $1, $2, key, value, sum(count), max(last_seen) FROM issue_tags ${ofOthers} GROUP BY key, value
    ON CONFLICT (project_id, issue_id, key, value) DO UPDATE SET
      count = issue_tags.count + excluded.count, last_seen = greatest(issue_tags.last_seen, excluded.last_seen)`,
  `INSERT INTO issue_tag_keys (project_id, issue_id, key, distinct_values, uncounted)
    SELECT $1, $2, key, 0, sum(uncounted) FROM issue_tag_keys ${ofOthers} GROUP BY key
    ON CONFLICT (project_id, issue_id, key) DO UPDATE SET uncounted = issue_tag_keys.uncounted + excluded.uncounted`,
  `INSERT INTO issue_environments (project_id, environment_id, issue_id, first_seen, last_seen)
    SELECT $1, environment_id, $2, min(first_seen), max(last_seen) FROM issue_environments ${ofOthers} GROUP BY environment_id
    ON CONFLICT (project_id, environment_id, issue_id) DO UPDATE SET
      first_seen = least(issue_environments.first_seen, excluded.first_seen),
      last_seen = greatest(issue_environments.last_seen, excluded.last_seen)`,
];

/**
 * Rows that the target may already have (the same user, subscriber, or release relation) are kept.
 */
const joins = [
  `INSERT INTO issue_users (project_id, issue_id, user_hash)
    SELECT $1, $2, user_hash FROM issue_users ${ofOthers} ON CONFLICT DO NOTHING`,
  `INSERT INTO subscriptions (project_id, issue_id, user_id, because)
    SELECT $1, $2, user_id, because FROM subscriptions ${ofOthers} ORDER BY issue_id ON CONFLICT DO NOTHING`,
  `INSERT INTO release_issues (project_id, version, relation, issue_id)
    SELECT $1, version, relation, $2 FROM release_issues ${ofOthers} ON CONFLICT DO NOTHING`,
];

const moves = ["activities", "comments", "feedback", "shares", "late_arrivals"].map(
  (table) => `UPDATE ${table} SET issue_id = $2 ${ofOthers}`,
);
const countValues = `UPDATE issue_tag_keys k SET distinct_values = (SELECT count(*) FROM issue_tags t
    WHERE t.project_id = $1 AND t.issue_id = $2 AND t.key = k.key) WHERE k.project_id = $1 AND k.issue_id = $2`;

/**
 * Moves all rows that reference the merged issues, in every table, except states recorded by bulk
 * actions. Use in a transaction.
 */
async function mergeRows(
  query: Query,
  projectId: ProjectId,
  into: IssueId,
  from: IssueId[],
): Promise<void> {
  await Promise.all([...sums, ...joins, ...moves].map((sql) => query(sql, projectId, into, from)));
  await query(countValues, projectId, into);
}

const titleLength = 200;

const remember = `INSERT INTO merged_issues (id, project_id, number, into_id, merged_at, level, unhandled, platform, standing, type,
    value, culprit)
  SELECT id, project_id, number, $2, $4, level, unhandled, platform, standing, type, value, culprit
  FROM issues WHERE project_id = $1 AND id = ANY($3::bigint[])`;

// Redirects moves from or to the merged issues to the target.
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
 * Use in a transaction that holds the project. Merged issues are deleted last, with everything that
 * was not moved.
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
  const was = [target, ...others].map((issue) => ({
    id: issue.id,
    was: storedStatusOf(issue.state),
  }));
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
    countMoves(query, projectId, [{ id, is: storedStatusOf(facts.state) }]),
    countTermsOf(query, projectId, [id]),
    removeIssues(query, projectId, ids),
  ]);
}
