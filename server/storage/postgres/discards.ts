import type { DiscardStore } from "#server/storage/discard-store.ts";
import type { DigestTransaction } from "#server/storage/digest-store.ts";
import { discardedOf, type DiscardedRow } from "#server/storage/layout/discarded-row.ts";
import { columnsOf } from "./columns.ts";
import type { Database, Query } from "./database.ts";
import type { Days } from "./days.ts";
import { emptyDeletedIssues } from "./deleted-events.ts";
import { userNames } from "./user-names.ts";

type ListedRow = Omit<DiscardedRow, "name"> & { user_id: number | null };
type FoundRow = { project_id: number; hash: string };
type DiscardEvents = DigestTransaction["discard"];

const select = `SELECT issue_id, min(short_id) AS short_id, min(title) AS title, max(at) AS at, max(user_id) AS user_id,
    count(*) AS fingerprints, sum(dropped) AS dropped, max(last_dropped_at) AS last_dropped_at
  FROM discarded_fingerprints WHERE project_id = $1 GROUP BY issue_id ORDER BY max(at) DESC, issue_id DESC`;
const lift = "DELETE FROM discarded_fingerprints WHERE project_id = $1 AND issue_id = $2";
const countEmptying = "SELECT count(*) AS issues FROM issue_deletions WHERE project_id = $1";
const find = "SELECT project_id, hash FROM discarded_fingerprints WHERE project_id = $1 AND hash = ANY($2::text[])";
const count = `UPDATE discarded_fingerprints d SET dropped = d.dropped + c.dropped,
    last_dropped_at = greatest(d.last_dropped_at, c.last_dropped_at)
  FROM (SELECT hash, count(*) AS dropped, max(at) AS last_dropped_at FROM unnest($2::text[], $3::bigint[]) AS came(hash, at)
    GROUP BY hash) c WHERE d.project_id = $1 AND d.hash = c.hash`;

export function discardStore(database: Database, days: Days): DiscardStore {
  const { query } = database;
  return {
    async list(projectId) {
      const rows = await query<ListedRow>(select, projectId);
      const names = await userNames(
        query,
        rows.map(({ user_id }) => user_id),
      );
      return rows.map((row) => discardedOf({ ...row, name: names.get(row.user_id ?? 0) ?? null }));
    },
    lift: async (projectId, issueId) => (await query(lift, projectId, issueId)).count > 0,
    emptying: async (projectId) => (await query<{ issues: number }>(countEmptying, projectId))[0]!.issues,
    emptySlice: emptyDeletedIssues(database, days),
  };
}

/** For use inside a transaction. An event is counted with the first of its fingerprints that is discarded. */
export async function discardEvents(query: Query, events: Parameters<DiscardEvents>[0]): ReturnType<DiscardEvents> {
  const ofProjects = [...Map.groupBy(events, ({ projectId }) => projectId)];
  const found = await Promise.all(
    ofProjects.map(([projectId, some]) =>
      query<FoundRow>(
        find,
        projectId,
        some.flatMap(({ hashes }) => hashes),
      ),
    ),
  );
  const discarded = new Set(found.flat().map(({ project_id, hash }) => `${project_id}:${hash}`));
  const hits = events.map(({ projectId, hashes }) => hashes.find((hash) => discarded.has(`${projectId}:${hash}`)));
  const counted = events.flatMap(({ projectId, receivedAt }, at) => {
    const hash = hits[at];
    return hash === undefined ? [] : { projectId, hash, receivedAt };
  });
  await Promise.all(
    [...Map.groupBy(counted, ({ projectId }) => projectId)].map(([projectId, some]) =>
      query(count, projectId, ...columnsOf(some.map(({ hash, receivedAt }) => [hash, receivedAt]))),
    ),
  );
  return hits.map((hash) => hash !== undefined);
}
