import type { DatabaseSync } from "node:sqlite";
import type { DigestChanges } from "#server/storage/digest-store.ts";
import { prepare } from "./statement.ts";

/** Distinct values counted for one key in one issue (`DigestChanges.tags`). */
const mostValues = 1_000;

const updateValue = `UPDATE issue_tags SET count = count + ?, last_seen = max(last_seen, ?)
  WHERE issue_id = ? AND key = ? AND value = ?`;
const claimValue = `INSERT INTO issue_tag_keys (issue_id, key, distinct_values, uncounted) VALUES (?, ?, 1, 0)
  ON CONFLICT DO UPDATE SET distinct_values = distinct_values + 1 WHERE distinct_values < ${mostValues}`;
const countOnly = "UPDATE issue_tag_keys SET uncounted = uncounted + ? WHERE issue_id = ? AND key = ?";
const insertValue = "INSERT INTO issue_tags (issue_id, key, value, count, last_seen) VALUES (?, ?, ?, ?, ?)";

/** Adds increments: one statement for a value that is known, which nearly all are. For use inside a transaction. */
export function addTags(writer: DatabaseSync): (tags: Omit<DigestChanges["tags"][number], "projectId">[]) => void {
  const addToValue = prepare(writer, updateValue);
  const claim = prepare(writer, claimValue);
  const count = prepare(writer, countOnly);
  const insert = prepare(writer, insertValue);

  return (tags) => {
    for (const tag of tags) {
      if (addToValue.run(tag.count, tag.lastSeen, tag.issueId, tag.key, tag.value) > 0) continue;
      if (claim.run(tag.issueId, tag.key) > 0) insert.run(tag.issueId, tag.key, tag.value, tag.count, tag.lastSeen);
      else count.run(tag.count, tag.issueId, tag.key);
    }
  };
}
