import { packagePrefix } from "#server/domain/release/order.ts";
import { decodeCursor, encodeCursor } from "#server/storage/layout/keyset.ts";
import {
  type CommitRow,
  commitOf,
  releaseColumns,
  releaseOf,
  type ReleaseRow,
} from "#server/storage/layout/release-rows.ts";
import type { Commit, ReleaseStore } from "#server/storage/release-store.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import { columnsOf } from "./columns.ts";
import type { Database } from "./database.ts";
import { deployStore } from "./deploys.ts";
import { evictHealth } from "./release-evict.ts";
import { releaseHealth } from "./release-health.ts";
import { releaseIssues } from "./release-issues.ts";
import { releaseSeries } from "./release-series.ts";

const insert = `INSERT INTO releases (project_id, version, first_seen, last_seen) VALUES ($1, $2, $3, $3)
  ON CONFLICT (project_id, version) DO NOTHING`;
const change = `UPDATE releases SET released_at = coalesce($3, released_at), started_at = coalesce($4, started_at),
  url = coalesce($5, url), ref = coalesce($6, ref) WHERE project_id = $1 AND version = $2 RETURNING ${releaseColumns}`;
const selectOne = `SELECT ${releaseColumns} FROM releases WHERE project_id = $1 AND version = $2`;
const newestFirst = "ORDER BY first_seen DESC, version DESC";
const earlier = `SELECT ${releaseColumns} FROM releases WHERE project_id = $1 AND (first_seen, version) < ($2, $3)`;
const selectPage = `${earlier} AND strpos(lower(version), $4) > 0 ${newestFirst} LIMIT $5`;
// Of the same package: the rest of the name has no @ that could end another one.
const selectBefore = `${earlier} AND starts_with(version, $4) AND strpos(substr(version, greatest(length($4), 1) + 1), '@') = 0
  ${newestFirst} LIMIT 1`;
const newest = [Number.MAX_SAFE_INTEGER, ""] as const;
const lockRelease = `${selectOne} FOR UPDATE`;
const clearCommits = "DELETE FROM release_commits WHERE project_id = $1 AND version = $2";
const insertCommits = `INSERT INTO release_commits (project_id, version, position, commit_id, details)
  SELECT $1, $2, position, commit_id, details
  FROM unnest($3::bigint[], $4::text[], $5::text[]) AS told (position, commit_id, details)`;
const selectCommits = `SELECT commit_id, details FROM release_commits
  WHERE project_id = $1 AND version = $2 ORDER BY position`;
const countCommits = `SELECT version, count(*) AS commits FROM release_commits
  WHERE project_id = $1 AND version = ANY($2::text[]) GROUP BY version`;

export function releaseStore(database: Database): ReleaseStore {
  const { query, transaction } = database;

  const setCommits = (projectId: ProjectId, version: string, commits: Commit[]) =>
    transaction(async (query) => {
      // Of two who tell them at once, each replaces all that the other told.
      await Promise.all([query(lockRelease, projectId, version), query(clearCommits, projectId, version)]);
      if (commits.length === 0) return;
      const rows = commits.map(({ id, ...details }, position) => [position, id, JSON.stringify(details)]);
      await query(insertCommits, projectId, version, ...columnsOf(rows));
    });

  return {
    put: ({ projectId, version, releasedAt = null, startedAt = null, url = null, ref = null }, at) =>
      transaction(async (query) => {
        const [made, [row]] = await Promise.all([
          query(insert, projectId, version, at),
          query<ReleaseRow>(change, projectId, version, releasedAt, startedAt, url, ref),
        ]);
        return { made: made.count > 0, release: releaseOf(row!) };
      }),
    async find(projectId, version) {
      const [row] = await query<ReleaseRow>(selectOne, projectId, version);
      return row && releaseOf(row);
    },
    async list({ projectId, query: words = "", cursor, limit }) {
      const [before, version] = decodeCursor<[number, string]>(cursor, ["integer", "string"]) ?? newest;
      const rows = await query<ReleaseRow>(selectPage, projectId, before, version, words.toLowerCase(), limit + 1);
      const shown = rows.slice(0, limit).map(releaseOf);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      return { rows: shown, ...(last && { next: encodeCursor([last.firstSeen, last.version]) }) };
    },
    async before({ projectId, firstSeen, version }) {
      const [row] = await query<ReleaseRow>(selectBefore, projectId, firstSeen, version, packagePrefix(version));
      return row && releaseOf(row);
    },
    setCommits,
    commits: async (projectId, version) => (await query<CommitRow>(selectCommits, projectId, version)).map(commitOf),
    async commitCounts(projectId, versions) {
      const rows = await query<{ version: string; commits: number }>(countCommits, projectId, versions);
      return new Map(rows.map(({ version, commits }) => [version, commits]));
    },
    ...deployStore(query),
    ...releaseHealth(query),
    evictHealth: evictHealth(query),
    ...releaseIssues(query),
    ...releaseSeries(query),
  };
}
