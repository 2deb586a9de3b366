import type { IssueRelation } from "#server/domain/release/issue-relation.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import { packagePrefix } from "#server/domain/release/order.ts";
import { type Database, firstOf, type Query } from "#server/storage/database.ts";
import {
  issuesFrom,
  selectIssue,
  type StoredIssueRow,
} from "#server/storage/issues/stored-issues.ts";
import { decodeCursor, pageOf } from "#server/storage/layout/keyset.ts";
import {
  type Sql,
  allOf,
  contains,
  forUpdate,
  ifGiven,
  isAnyText,
  raw,
  rowsOf,
  sql,
} from "#server/storage/sql.ts";
import { deployStore } from "./deploys.ts";
import { evictHealth } from "./evict.ts";
import { releaseHealth, isStillResolved } from "./release-health.ts";
import {
  type CommitRow,
  commitOf,
  releaseColumns,
  releaseOf,
  type ReleaseRow,
} from "./release-rows.ts";
import { releaseSeries } from "./release-series.ts";
import type { ReleaseStore, ReleasePlace } from "./release-store.ts";

const releaseIssues = (query: Query): Pick<ReleaseStore, "issues"> => ({
  issues: (projectId, place, relation, limit) =>
    issuesFrom(
      query,
      projectId,
      query<StoredIssueRow>(sql`${selectIssue} WHERE i.project_id = ${projectId} AND ${conditions[relation](projectId, place)}
        ORDER BY i.last_seen DESC, i.id DESC LIMIT ${limit}`),
    ),
});

type Condition = (projectId: ProjectId, place: ReleasePlace) => Sql;

const conditions: { readonly [relation in IssueRelation]: Condition } = {
  fresh: (_, { version }) => sql`i.first_release = ${version}`,
  regressed: (projectId, { version }) => sql`i.id IN (SELECT issue_id FROM release_issues
    WHERE project_id = ${projectId} AND version = ${version} AND relation = 'regressed')`,
  resolved: (projectId, { version, previous = null }) => sql`i.id IN (
    SELECT i.id FROM release_issues r JOIN issues i ON i.project_id = ${projectId} AND i.id = r.issue_id
    WHERE r.project_id = ${projectId} AND (r.version = ${version} AND r.relation = 'resolved'
      OR r.version = ${previous} AND r.relation = 'resolved-after') AND ${isStillResolved})`,
};

const columns = raw(releaseColumns);
const newestFirst = raw("ORDER BY first_seen DESC, version DESC");
const beforeAny = [Number.MAX_SAFE_INTEGER, ""] as const;
/** Commits per statement: SQLite allows 32,766 parameters. */
const mostInserted = 1_000;

export function releaseStore({ query, transaction }: Database): ReleaseStore {
  const found = async (statement: Sql) => {
    const row = await firstOf(query<ReleaseRow>(statement));
    return row && releaseOf(row);
  };
  return {
    put: (
      { projectId, version, releasedAt = null, startedAt = null, url = null, ref = null },
      at,
    ) =>
      transaction(async (query) => {
        const [made, row] = await Promise.all([
          query(sql`INSERT INTO releases (project_id, version, first_seen, last_seen)
            VALUES (${projectId}, ${version}, ${at}, ${at}) ON CONFLICT (project_id, version) DO NOTHING`),
          firstOf(
            query<ReleaseRow>(sql`UPDATE releases SET released_at = coalesce(${releasedAt}, released_at),
              started_at = coalesce(${startedAt}, started_at), url = coalesce(${url}, url), ref = coalesce(${ref}, ref)
              WHERE project_id = ${projectId} AND version = ${version} RETURNING ${columns}`),
          ),
        ]);
        return { made: made.count > 0, release: releaseOf(row!) };
      }),
    find: (projectId, version) =>
      found(
        sql`SELECT ${columns} FROM releases WHERE project_id = ${projectId} AND version = ${version}`,
      ),
    async list({ projectId, query: text = "", versions, cursor, limit }) {
      const [before, version] =
        decodeCursor<[number, string]>(cursor, ["integer", "string"]) ?? beforeAny;
      const rows =
        await query<ReleaseRow>(sql`SELECT ${columns} FROM releases WHERE project_id = ${projectId}
        AND (first_seen, version) < (${before}, ${version}) AND ${contains(raw("lower(version)"), text.toLowerCase())}
        AND ${allOf([ifGiven(versions, (some) => isAnyText(raw("version"), some))])}
        ${newestFirst} LIMIT ${limit + 1}`);
      return pageOf(rows, limit, releaseOf, (last) => [last.first_seen, last.version]);
    },
    before: ({ projectId, firstSeen, version }) =>
      found(sql`SELECT ${columns} FROM releases WHERE project_id = ${projectId}
        AND (first_seen, version) < (${firstSeen}, ${version}) AND ${isOfPackage(packagePrefix(version))}
        ${newestFirst} LIMIT 1`),
    setCommits: (projectId, version, commits) =>
      transaction(async (query) => {
        // If two requests report commits at once, each replaces the other's list.
        await query(sql`SELECT version FROM releases
          WHERE project_id = ${projectId} AND version = ${version}${forUpdate}`);
        await query(
          sql`DELETE FROM release_commits WHERE project_id = ${projectId} AND version = ${version}`,
        );
        const rows = commits.map(({ id, ...details }, position) => [
          position,
          id,
          JSON.stringify(details),
        ]);
        for (let from = 0; from < rows.length; from += mostInserted) {
          const some = rowsOf(
            { position: "bigint", commit_id: "text", details: "text" },
            rows.slice(from, from + mostInserted),
          );
          await query(sql`INSERT INTO release_commits (project_id, version, position, commit_id, details)
            SELECT ${projectId}, ${version}, position, commit_id, details FROM ${some}`);
        }
      }),
    async commits(projectId, version) {
      const rows = await query<CommitRow>(sql`SELECT commit_id, details FROM release_commits
        WHERE project_id = ${projectId} AND version = ${version} ORDER BY position`);
      return rows.map(commitOf);
    },
    async commitCounts(projectId, versions) {
      const rows = await query<{
        version: string;
        commits: number;
      }>(sql`SELECT version, count(*) AS commits
        FROM release_commits WHERE project_id = ${projectId} AND ${isAnyText(raw("version"), versions)} GROUP BY version`);
      return new Map(rows.map(({ version, commits }) => [version, commits]));
    },
    evictHealth: evictHealth(query),
    ...deployStore(query),
    ...releaseHealth(query),
    ...releaseSeries(query),
    ...releaseIssues(query),
  };
}

/** The rest of the name contains no @ that could end another package's name. */
function isOfPackage(prefix: string): Sql {
  const length = raw([...prefix].length);
  const rest = raw(`substr(version, ${Math.max([...prefix].length, 1) + 1})`);
  return allOf([sql`substr(version, 1, ${length}) = ${prefix}`, sql`NOT (${contains(rest, "@")})`]);
}
