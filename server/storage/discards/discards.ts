import type { IssueId } from "#server/domain/ids.ts";
import { countOf, type Database, firstOf } from "#server/storage/database.ts";
import { userNames } from "#server/storage/people/user-names.ts";
import { sql } from "#server/storage/sql.ts";
import type { Discarded, DiscardStore } from "./discard-store.ts";

type ListedRow = Omit<DiscardedRow, "name"> & { user_id: number | null };

/** Added by each engine: the events of deleted issues are in its own files or partitions. */
type SharedDiscardStore = Omit<DiscardStore, "emptySlice">;

export const discardStore = ({ query }: Database): SharedDiscardStore => ({
  async list(projectId) {
    const rows =
      await query<ListedRow>(sql`SELECT issue_id, min(short_id) AS short_id, min(title) AS title, max(at) AS at,
        max(user_id) AS user_id, count(*) AS fingerprints, sum(dropped) AS dropped, max(last_dropped_at) AS last_dropped_at
      FROM discarded_fingerprints WHERE project_id = ${projectId}
      GROUP BY issue_id ORDER BY max(at) DESC, issue_id DESC`);
    const ids = rows.map(({ user_id }) => user_id);
    const names = await userNames(query, ids);
    return rows.map((row) => discardedOf({ ...row, name: names.get(row.user_id ?? 0) ?? null }));
  },
  async lift(projectId, issueId) {
    const lift = sql`DELETE FROM discarded_fingerprints WHERE project_id = ${projectId} AND issue_id = ${issueId}`;
    return (await countOf(query(lift))) > 0;
  },
  async emptying(projectId) {
    const count = sql`SELECT count(*) AS issues FROM issue_deletions WHERE project_id = ${projectId}`;
    return (await firstOf(query<{ issues: number }>(count)))!.issues;
  },
});

/** A deleted issue with its discarded fingerprints; `name`: the user who deleted it. */
type DiscardedRow = {
  issue_id: number;
  short_id: string;
  title: string;
  at: number;
  name: string | null;
  fingerprints: number;
  dropped: number;
  last_dropped_at: number | null;
};

function discardedOf(row: DiscardedRow): Discarded {
  const { title, at, fingerprints, dropped } = row;
  return {
    title,
    at,
    fingerprints,
    dropped,
    issueId: row.issue_id as IssueId,
    shortId: row.short_id,
    ...(row.name !== null && { byName: row.name }),
    ...(row.last_dropped_at !== null && { lastDroppedAt: row.last_dropped_at }),
  };
}
