import type { DatabaseSync } from "node:sqlite";
import { matchOf } from "#server/storage/issue-search/words.sqlite.ts";
import { raw, sql } from "#server/storage/sql.ts";
import { queryOn } from "#server/storage/sqlite/noun-database.ts";
import type { GroupingStore } from "./grouping-store.ts";
import { groupingStore as groupings, type Grouping } from "./groupings.ts";

export function groupingStore(
  reader: DatabaseSync,
  given: Pick<Grouping, "hold" | "events" | "newest">,
): GroupingStore {
  const query = queryOn(reader);
  return groupings({
    ...given,
    query,
    async withWords(_, words, limit) {
      const expression = matchOf(words, () => []);
      if (expression === undefined) return [];
      const rows = await query<{ id: number }>(sql`SELECT rowid AS id FROM issue_words
        WHERE issue_words MATCH ${expression} ORDER BY rowid DESC LIMIT ${raw(limit)}`);
      return rows.map(({ id }) => id);
    },
  });
}
