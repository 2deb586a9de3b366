import { searchOnlyTags } from "#server/domain/event/derived-tags.ts";
import type { IssueId, ProjectId } from "#server/domain/ids.ts";
import { firstOf, type Query } from "#server/storage/database.ts";
import { ofIssue, ofIssues } from "#server/storage/issues/of-issue.ts";
import {
  allOf,
  anyOf,
  contains,
  ifGiven,
  lowered,
  raw,
  type Sql,
  sql,
} from "#server/storage/sql.ts";
import type { IssueStore } from "#server/storage/issues/issue-store.ts";

/** Default number of an issue's tag keys shown. */
const keysShown = 50;

/**
 * Number of keys read to find those that most events have; their counts are summed on the way. The
 * digest allows far fewer keys per issue; for older folders with more, the first by name are read.
 */
const keysLookedAt = 2_000;

type KeyRow = { key: string; total: number; distinct_values: number };
type ValueRow = { value: string; count: number; last_seen: number };

const shown = sql`key NOT IN (${raw(searchOnlyTags.map((key) => `'${key}'`).join())})`;

const keysOf = (issue: Sql, key: string | undefined, text: string): Sql =>
  allOf([
    issue,
    key === undefined ? shown : sql`key = ${key}`,
    ifGiven(text === "" ? undefined : text, (part) => contains(sql`lower(key)`, lowered(part))),
  ]);

export const readTags = (
  query: Query,
): Pick<IssueStore, "tags" | "countsOfTags" | "tagKeyCount"> => ({
  async tags(projectId, issueId, { values, keys: most = keysShown, key, query: text = "" }) {
    const issue = ofIssue(projectId, issueId);
    const keys = await query<KeyRow>(
      sql`SELECT k.key, k.distinct_values, k.uncounted + coalesce(
            (SELECT sum(count) FROM issue_tags WHERE ${issue} AND issue_tags.key = k.key), 0) AS total
          FROM (SELECT key, distinct_values, uncounted FROM issue_tag_keys WHERE ${keysOf(issue, key, text)}
            ORDER BY key LIMIT ${raw(keysLookedAt)}) k
          ORDER BY total DESC, k.key LIMIT ${most}`,
    );
    const topOf = (name: string) =>
      query<ValueRow>(
        sql`SELECT value, count, last_seen FROM issue_tags WHERE ${issue} AND key = ${name}
          ORDER BY count DESC, last_seen DESC, value LIMIT ${values}`,
      );
    const top = await Promise.all(keys.map((row) => topOf(row.key)));
    return keys.map((row, at) => ({
      key: row.key,
      total: row.total,
      distinct: row.distinct_values,
      values: top[at]!.map(({ value, count, last_seen }) => ({
        value,
        count,
        lastSeen: last_seen,
      })),
    }));
  },
  async countsOfTags(projectId, issueIds, values) {
    if (issueIds.length === 0 || values.length === 0) return new Map();
    const found = await query<{ issue_id: IssueId; count: number; last_seen: number }>(
      sql`SELECT issue_id, max(count) AS count, max(last_seen) AS last_seen FROM issue_tags
        WHERE ${ofIssues(projectId, issueIds)}
          AND ${anyOf(values.map(({ key, value }) => sql`(key = ${key} AND value = ${value})`))}
        GROUP BY issue_id`,
    );
    return new Map(
      found.map(({ issue_id, count, last_seen }) => [issue_id, { count, lastSeen: last_seen }]),
    );
  },
  async tagKeyCount(projectId: ProjectId, issueId: IssueId, text = "") {
    const where = keysOf(ofIssue(projectId, issueId), undefined, text);
    return (await firstOf(
      query<{ count: number }>(sql`SELECT count(*) AS count FROM issue_tag_keys WHERE ${where}`),
    ))!.count;
  },
});
