import type { DatabaseSync } from "node:sqlite";
import { prepare } from "#server/storage/sqlite/statement.ts";

/**
 * Adds up what is counted: one statement a table, `?1` the issue that takes in, `?2` the one that
 * is taken.
 */
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
/** How an issue stood before a bulk act is nothing that its target could be taken back to. */
const leftBehind = new Set([...summed, "bulk_act_issues"]);

/**
 * Gives one issue all that another has, from whichever table names it: those made tomorrow, too. A
 * row that the target has already (the same user, subscriber, relation to a release) stays behind
 * and goes with its issue. For use inside a transaction.
 */
export function mergeRows(writer: DatabaseSync): (into: number, from: number) => void {
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
