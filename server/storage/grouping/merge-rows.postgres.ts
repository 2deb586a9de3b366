import type { IssueId, ProjectId } from "#server/domain/ids.ts";
import type { Query } from "#server/storage/postgres/database.ts";

const ofOthers = "WHERE project_id = $1 AND issue_id = ANY($3::bigint[])";

/** Adds up what is counted: `$2` is the issue that takes in, `$3` those that are taken. */
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
 * What the target may have already (the same user, subscriber, relation to a release): that stays
 * as it is.
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
 * Gives one issue all that others have, from whichever table names them, but for what a bulk act
 * could take them back to. For use inside a transaction.
 */
export async function mergeRows(
  query: Query,
  projectId: ProjectId,
  into: IssueId,
  from: IssueId[],
): Promise<void> {
  await Promise.all([...sums, ...joins, ...moves].map((sql) => query(sql, projectId, into, from)));
  await query(countValues, projectId, into);
}
