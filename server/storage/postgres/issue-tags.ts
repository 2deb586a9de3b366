import type { IssueStore } from "#server/storage/store.ts";
import type { Query } from "./database.ts";

type KeyRow = { key: string; total: number; distinct_values: number };
type ValueRow = { key: string; value: string; count: number; last_seen: number };

const selectKeys = `SELECT k.key, k.distinct_values, k.uncounted + sum(t.count) AS total
  FROM issue_tag_keys k JOIN issue_tags t USING (project_id, issue_id, key)
  WHERE k.project_id = $1 AND k.issue_id = $2 GROUP BY k.key, k.distinct_values, k.uncounted ORDER BY total DESC, k.key`;
const selectValues = `SELECT key, value, count, last_seen FROM (SELECT key, value, count, last_seen,
    row_number() OVER (PARTITION BY key ORDER BY count DESC, last_seen DESC, value) AS place
  FROM issue_tags WHERE project_id = $1 AND issue_id = $2) ranked WHERE place <= $3 ORDER BY key, place`;

export const readTags =
  (query: Query): IssueStore["tags"] =>
  async (projectId, issueId, { values }) => {
    const [keys, rows] = await Promise.all([
      query<KeyRow>(selectKeys, projectId, issueId),
      query<ValueRow>(selectValues, projectId, issueId, values),
    ]);
    const rowsOf = Map.groupBy(rows, ({ key }) => key);
    return keys.map(({ key, total, distinct_values }) => {
      const shown = (rowsOf.get(key) ?? []).map(({ value, count, last_seen }) => ({
        value,
        count,
        lastSeen: last_seen,
      }));
      return { key, total, distinct: distinct_values, values: shown };
    });
  };
