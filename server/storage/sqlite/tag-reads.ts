import type { DatabaseSync } from "node:sqlite";
import { searchOnlyTags } from "#server/domain/event/user-tags.ts";
import { keysLookedAt, keysShown } from "#server/storage/layout/tag-limits.ts";
import type { IssueStore, TagSummary } from "#server/storage/store.ts";
import { prepare } from "./statement.ts";

type KeyRow = { key: string; total: number; distinct_values: number };
type ValueRow = { value: string; count: number; last_seen: number };

const searchOnly = searchOnlyTags.map((key) => `'${key}'`).join();
const asked = `issue_id = ?1 AND (?2 IS NULL OR key = ?2) AND (?3 = '' OR instr(lower(key), lower(?3)) > 0) AND (?2 IS NOT NULL OR key NOT IN (${searchOnly}))`;
const selectKeys = `SELECT k.key, k.distinct_values, k.uncounted + coalesce(
    (SELECT sum(t.count) FROM issue_tags t WHERE t.issue_id = ?1 AND t.key = k.key), 0) AS total
  FROM (SELECT key, distinct_values, uncounted FROM issue_tag_keys WHERE ${asked} ORDER BY key LIMIT ${keysLookedAt}) k
  ORDER BY total DESC, k.key LIMIT ?4`;

export function readTags(reader: DatabaseSync): Pick<IssueStore, "tags" | "tagKeyCount"> {
  const keys = prepare<KeyRow>(reader, selectKeys);
  const count = prepare<{ count: number }>(reader, `SELECT count(*) AS count FROM issue_tag_keys WHERE ${asked}`);
  const top = prepare<ValueRow>(
    reader,
    `SELECT value, count, last_seen FROM issue_tags WHERE issue_id = ? AND key = ?
     ORDER BY count DESC, last_seen DESC, value LIMIT ?`,
  );
  return {
    tags: async (_, issueId, { values, keys: most = keysShown, key = null, query = "" }) =>
      keys.all(issueId, key, query, most).map(({ key, total, distinct_values }): TagSummary => {
        const rows = top.all(issueId, key, values);
        const shown = rows.map(({ value, count, last_seen }) => ({ value, count, lastSeen: last_seen }));
        return { key, total, distinct: distinct_values, values: shown };
      }),
    tagKeyCount: async (_, issueId, query = "") => count.get(issueId, null, query)!.count,
  };
}
