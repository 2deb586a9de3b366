import { newestEvents } from "#server/storage/events/newest.postgres.ts";
import { wordSource } from "#server/storage/issue-search/words.postgres.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import { nounQuery } from "#server/storage/postgres/noun-database.ts";
import { raw, sql } from "#server/storage/sql.ts";
import type { GroupingStore } from "./grouping-store.ts";
import { groupingStore as groupings, type Grouping } from "./groupings.ts";

export function groupingStore(
  database: Query,
  given: Pick<Grouping, "hold" | "events">,
): GroupingStore {
  const query = nounQuery(database);
  return groupings({
    ...given,
    query,
    newest: newestEvents(database),
    async withWords({ projectId }, words, limit) {
      const source = wordSource(projectId, words);
      if (source === undefined) return [];
      const found = sql`${source} ORDER BY w.issue_id DESC LIMIT ${raw(limit)}`;
      return (await query<{ id: number }>(found)).map(({ id }) => id);
    },
  });
}
