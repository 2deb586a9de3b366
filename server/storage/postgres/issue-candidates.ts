import type { GroupingStore } from "#server/storage/grouping-store.ts";
import { likelyWords } from "#server/storage/layout/likely-words.ts";
import type { Query } from "./database.ts";
import { issuesByIds } from "./issue-row.ts";
import { wordSource } from "./issue-words.ts";
import { joined, raw, sql } from "#server/storage/sql.ts";
import { run } from "./noun-database.ts";

/** The newest that share something; how much they share is for whoever asked to say. */
const perReason = 30;

/**
 * Issues whose place, telling words or type are the same: a few look-ups in the index behind the search box, each of which
 * ends at the newest that have all of its words.
 */
export const issueCandidates =
  (query: Query): GroupingStore["candidates"] =>
  async (issue, limit) => {
    const sources = likelyWords(issue).flatMap((words) => wordSource(issue.projectId, words) ?? []);
    if (sources.length === 0) return [];
    const each = sources.map((source) => sql`(${source} ORDER BY w.issue_id DESC LIMIT ${raw(perReason)})`);
    const reasons = sql`SELECT id, count(*) AS reasons FROM (${joined(each, " UNION ALL ")}) found GROUP BY id`;
    const rows = await run<{ id: number; reasons: number }>(query, reasons);
    const reasonsOf = new Map(rows.map(({ id, reasons }) => [id, reasons]));
    reasonsOf.delete(issue.id);
    const found = await issuesByIds(query, issue.projectId, [...reasonsOf.keys()]);
    return [...found.values()]
      .toSorted((a, b) => reasonsOf.get(b.id)! - reasonsOf.get(a.id)! || b.lastSeen - a.lastSeen)
      .slice(0, limit);
  };
