import type { ReleaseStore } from "#server/storage/release-store.ts";
import type { Connections } from "./connections.ts";
import { packagePrefix } from "#server/domain/release/order.ts";
import { decodeCursor, encodeCursor } from "#server/storage/layout/keyset.ts";
import {
  type CommitRow,
  commitOf,
  releaseColumns,
  releaseOf,
  type ReleaseRow,
} from "#server/storage/layout/release-rows.ts";
import { evictHealth } from "./release-evict.ts";
import { releaseHealth } from "./release-health.ts";
import { releaseIssues } from "./release-issues.ts";
import { releaseSeries } from "./release-series.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";
import { deployStore } from "./deploys.ts";

const insert = `INSERT INTO releases (project_id, version, first_seen, last_seen) VALUES (?1, ?2, ?3, ?3) ON CONFLICT DO NOTHING`;
const change = `UPDATE releases SET released_at = coalesce(?3, released_at), started_at = coalesce(?4, started_at),
  url = coalesce(?5, url), ref = coalesce(?6, ref) WHERE project_id = ?1 AND version = ?2 RETURNING ${releaseColumns}`;
const page = `SELECT ${releaseColumns} FROM releases WHERE project_id = ?1 AND (first_seen, version) < (?2, ?3)
  AND instr(lower(version), ?4) > 0 ORDER BY first_seen DESC, version DESC LIMIT ?5`;
const newest = [Number.MAX_SAFE_INTEGER, ""] as const;

export function releaseStore({ reader, writer }: Connections, write: Write): ReleaseStore {
  const make = prepare(writer, insert);
  const update = prepare<ReleaseRow>(writer, change);
  const find = prepare<ReleaseRow>(
    reader,
    `SELECT ${releaseColumns} FROM releases WHERE project_id = ? AND version = ?`,
  );
  const list = prepare<ReleaseRow>(reader, page);
  const earlier = prepare<ReleaseRow>(
    reader,
    // Of the same package: the rest of the name has no @ that could end another one.
    `SELECT ${releaseColumns} FROM releases WHERE project_id = ?1 AND (first_seen, version) < (?2, ?3)
      AND substr(version, 1, length(?4)) = ?4 AND instr(substr(version, max(length(?4), 1) + 1), '@') = 0
      ORDER BY first_seen DESC, version DESC LIMIT 1`,
  );
  const clearCommits = prepare(writer, "DELETE FROM release_commits WHERE project_id = ? AND version = ?");
  const addCommit = prepare(writer, "INSERT INTO release_commits VALUES (?, ?, ?, ?, ?)");
  const commits = prepare<CommitRow>(
    reader,
    "SELECT commit_id, details FROM release_commits WHERE project_id = ? AND version = ? ORDER BY position",
  );
  const commitCounts = prepare<{ version: string; commits: number }>(
    reader,
    `SELECT version, count(*) AS commits FROM release_commits
      WHERE project_id = ?1 AND version IN (SELECT value FROM json_each(?2)) GROUP BY version`,
  );

  return {
    put: ({ projectId, version, releasedAt = null, startedAt = null, url = null, ref = null }, at) =>
      write(() => {
        const made = make.run(projectId, version, at) > 0;
        return { made, release: releaseOf(update.get(projectId, version, releasedAt, startedAt, url, ref)!) };
      }),
    async find(projectId, version) {
      const row = find.get(projectId, version);
      return row && releaseOf(row);
    },
    async list({ projectId, query = "", cursor, limit }) {
      const [before, version] = decodeCursor<[number, string]>(cursor, ["integer", "string"]) ?? newest;
      const rows = list.all(projectId, before, version, query.toLowerCase(), limit + 1);
      const shown = rows.slice(0, limit).map(releaseOf);
      const last = shown.at(-1);
      return rows.length > limit && last
        ? { rows: shown, next: encodeCursor([last.firstSeen, last.version]) }
        : { rows: shown };
    },
    async before({ projectId, firstSeen, version }) {
      const row = earlier.get(projectId, firstSeen, version, packagePrefix(version));
      return row && releaseOf(row);
    },
    setCommits: (projectId, version, all) =>
      write(() => {
        clearCommits.run(projectId, version);
        all.forEach(({ id, ...details }, index) => {
          addCommit.run(projectId, version, index, id, JSON.stringify(details));
        });
      }),
    commits: async (projectId, version) => commits.all(projectId, version).map(commitOf),
    async commitCounts(projectId, versions) {
      const rows = commitCounts.all(projectId, JSON.stringify(versions));
      return new Map(rows.map(({ version, commits }) => [version, commits]));
    },
    ...deployStore(reader, writer, write),
    ...releaseHealth(reader),
    evictHealth: evictHealth(writer, write),
    ...releaseIssues(reader),
    ...releaseSeries(reader),
  };
}
