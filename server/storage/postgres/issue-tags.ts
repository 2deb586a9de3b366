import { searchOnlyTags } from "#server/domain/event/user-tags.ts";
import { keysLookedAt, keysShown } from "#server/storage/layout/tag-limits.ts";
import type { IssueStore } from "#server/storage/store.ts";
import type { Query } from "./database.ts";

type KeyRow = { key: string; total: number; distinct_values: number };
type ValueRow = { key: string; value: string; count: number; last_seen: number };

const asked = `project_id = $1 AND issue_id = $2 AND ($3::text IS NULL OR key = $3)
  AND ($4 = '' OR strpos(lower(key), lower($4)) > 0)
  AND ($3::text IS NOT NULL OR key NOT IN (${searchOnlyTags.map((key) => `'${key}'`).join()}))`;
const selectKeys = `SELECT k.key, k.distinct_values, k.uncounted + coalesce((SELECT sum(t.count) FROM issue_tags t
    WHERE t.project_id = $1 AND t.issue_id = $2 AND t.key = k.key), 0) AS total
  FROM (SELECT key, distinct_values, uncounted FROM issue_tag_keys WHERE ${asked} ORDER BY key LIMIT ${keysLookedAt}) k
  ORDER BY total DESC, k.key LIMIT $5`;
const selectValues = `SELECT k.key, v.value, v.count, v.last_seen FROM unnest($3::text[]) AS k(key)
  CROSS JOIN LATERAL (SELECT t.value, t.count, t.last_seen FROM issue_tags t
    WHERE t.project_id = $1 AND t.issue_id = $2 AND t.key = k.key
    ORDER BY t.count DESC, t.last_seen DESC, t.value LIMIT $4) v
  ORDER BY k.key, v.count DESC, v.last_seen DESC, v.value`;
const countKeys = `SELECT count(*) AS count FROM issue_tag_keys WHERE ${asked}`;

export const readTags = (query: Query): Pick<IssueStore, "tags" | "tagKeyCount"> => ({
  async tags(projectId, issueId, { values, keys: most = keysShown, key = null, query: text = "" }) {
    const keys = await query<KeyRow>(selectKeys, projectId, issueId, key, text, most);
    const names = keys.map((row) => row.key);
    const rows = await query<ValueRow>(selectValues, projectId, issueId, names, values);
    const rowsOf = Map.groupBy(rows, (row) => row.key);
    return keys.map((row) => {
      const shown = (rowsOf.get(row.key) ?? []).map(({ value, count, last_seen }) => ({
        value,
        count,
        lastSeen: last_seen,
      }));
      return { key: row.key, total: row.total, distinct: row.distinct_values, values: shown };
    });
  },
  async tagKeyCount(projectId, issueId, text = "") {
    const [row] = await query<{ count: number }>(countKeys, projectId, issueId, null, text);
    return row!.count;
  },
});
