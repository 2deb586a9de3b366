import type { GroupingStore } from "#server/storage/grouping/grouping-store.ts";
import { likelyWords } from "#server/storage/grouping/likely-words.ts";
import { wordSource } from "#server/storage/issue-search/words.postgres.ts";
import { issuesByIds } from "#server/storage/issues/row.postgres.ts";
import type { Database, Query } from "#server/storage/postgres/database.ts";
import type { Days } from "#server/storage/postgres/days.ts";
import { run } from "#server/storage/postgres/noun-database.ts";
import { joined, raw, sql } from "#server/storage/sql.ts";
import { moveEvents } from "./event-moves.postgres.ts";
import { mergeIssues } from "./merge.postgres.ts";
import { issueParts } from "./parts.postgres.ts";
import { groupingReads } from "./reads.ts";
import { splitIssue } from "./split.postgres.ts";
import { newestEvents } from "#server/storage/events/newest.postgres.ts";
import { nounQuery } from "#server/storage/postgres/noun-database.ts";
import { holding } from "#server/storage/postgres/writers.ts";

/** Actions lock their project: a batch of the digest is stored entirely before or after. */
export function groupingStore(database: Database, days: Days): GroupingStore {
  const { query } = database;
  return {
    ...groupingReads(nounQuery(query)),
    merge: (projectId, act) =>
      holding(database, projectId, (query) => mergeIssues(query, projectId, act)),
    split: (projectId, act) =>
      holding(database, projectId, (query) => splitIssue(query, projectId, act)),
    moveEvents: () => moveEvents(database, days),
    parts: issueParts(query, days),
    candidates: issueCandidates(query),
    newest: newestEvents(query),
  };
}

/** The newest that share something; the caller determines how much. */
const perReason = 30;

/**
 * Issues with the same culprit, distinctive words, or type: a few lookups in the search index, each
 * limited to the newest that have all words.
 */
const issueCandidates =
  (query: Query): GroupingStore["candidates"] =>
  async (issue, limit) => {
    const sources = likelyWords(issue).flatMap((words) => wordSource(issue.projectId, words) ?? []);
    if (sources.length === 0) return [];
    const each = sources.map(
      (source) => sql`(${source} ORDER BY w.issue_id DESC LIMIT ${raw(perReason)})`,
    );
    const reasons = sql`SELECT id, count(*) AS reasons FROM (${joined(each, " UNION ALL ")}) found GROUP BY id`;
    const rows = await run<{ id: number; reasons: number }>(query, reasons);
    const reasonsOf = new Map(rows.map(({ id, reasons }) => [id, reasons]));
    reasonsOf.delete(issue.id);
    const found = await issuesByIds(query, issue.projectId, [...reasonsOf.keys()]);
    return [...found.values()]
      .toSorted((a, b) => reasonsOf.get(b.id)! - reasonsOf.get(a.id)! || b.lastSeen - a.lastSeen)
      .slice(0, limit);
  };
