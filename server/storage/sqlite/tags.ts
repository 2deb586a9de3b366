import type { DatabaseSync } from "node:sqlite";
import type { DigestChanges, IssueStore, TagSummary } from "#server/storage/store.ts";
import { prepare } from "./statement.ts";

/** Distinct values counted for one key in one issue (`DigestChanges.tags`). */
const mostValues = 1_000;

type KeyRow = { key: string; total: number; distinct_values: number };
type ValueRow = { value: string; count: number; last_seen: number };

export function readTags(reader: DatabaseSync): IssueStore["tags"] {
  const keys = prepare<KeyRow>(
    reader,
    "SELECT key, total, distinct_values FROM issue_tag_keys WHERE issue_id = ? ORDER BY total DESC, key",
  );
  const top = prepare<ValueRow>(
    reader,
    `SELECT value, count, last_seen FROM issue_tags WHERE issue_id = ? AND key = ?
     ORDER BY count DESC, last_seen DESC, value LIMIT ?`,
  );
  return async (issueId, { values }) =>
    keys.all(issueId).map(({ key, total, distinct_values }): TagSummary => {
      const rows = top.all(issueId, key, values);
      const shown = rows.map(({ value, count, last_seen }) => ({ value, count, lastSeen: last_seen }));
      return { key, total, distinct: distinct_values, values: shown };
    });
}

const upsertKey = `INSERT INTO issue_tag_keys (issue_id, key, total, distinct_values) VALUES (?, ?, ?, 0)
  ON CONFLICT DO UPDATE SET total = total + excluded.total`;
const updateValue = `UPDATE issue_tags SET count = count + ?, last_seen = max(last_seen, ?)
  WHERE issue_id = ? AND key = ? AND value = ?`;
const claimValue = `UPDATE issue_tag_keys SET distinct_values = distinct_values + 1
  WHERE issue_id = ? AND key = ? AND distinct_values < ${mostValues}`;
const insertValue = "INSERT INTO issue_tags (issue_id, key, value, count, last_seen) VALUES (?, ?, ?, ?, ?)";

/** Adds increments, in the order of the primary key. For use inside a transaction. */
export function addTags(writer: DatabaseSync): (tags: DigestChanges["tags"]) => void {
  const addKey = prepare(writer, upsertKey);
  const addValue = prepare(writer, updateValue);
  const claim = prepare(writer, claimValue);
  const insert = prepare(writer, insertValue);

  return (tags) => {
    for (const { issueId, key, total } of totalsOf(tags)) addKey.run(issueId, key, total);
    for (const { issueId, key, value, count, lastSeen } of tags) {
      if (addValue.run(count, lastSeen, issueId, key, value) > 0) continue;
      if (claim.run(issueId, key) > 0) insert.run(issueId, key, value, count, lastSeen);
    }
  };
}

function totalsOf(tags: DigestChanges["tags"]) {
  const totals = new Map<string, { issueId: number; key: string; total: number }>();
  for (const { issueId, key, count } of tags) {
    const name = `${issueId}:${key}`;
    const row = totals.get(name);
    if (row) row.total += count;
    else totals.set(name, { issueId, key, total: count });
  }
  return totals.values();
}
