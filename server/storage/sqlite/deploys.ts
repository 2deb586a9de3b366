import type { DatabaseSync } from "node:sqlite";
import type { ReleaseStore } from "#server/storage/release-store.ts";
import { deployOf, type DeployRow, markOf, type MarkRow } from "#server/storage/layout/release-rows.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

const insert = `INSERT INTO deploys (project_id, version, environment, name, url, started_at, finished_at)
  VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id, environment, name, url, started_at, finished_at`;
const select = `SELECT id, environment, name, url, started_at, finished_at FROM deploys
  WHERE project_id = ? AND version = ? ORDER BY finished_at DESC, id DESC`;
const selectMarks = `SELECT version, finished_at AS at, environment FROM deploys
    WHERE project_id = ?1 AND finished_at >= ?2 AND finished_at < ?3 AND (?4 IS NULL OR environment = ?4)
  UNION ALL SELECT version, first_seen, NULL FROM releases r
    WHERE project_id = ?1 AND first_seen >= ?2 AND first_seen < ?3
      AND NOT EXISTS (SELECT 1 FROM deploys d WHERE d.project_id = r.project_id AND d.version = r.version)
  ORDER BY at DESC, version DESC LIMIT ?5`;

export function deployStore(
  reader: DatabaseSync,
  writer: DatabaseSync,
  write: Write,
): Pick<ReleaseStore, "addDeploy" | "deploys" | "marks"> {
  const add = prepare<DeployRow>(writer, insert);
  const list = prepare<DeployRow>(reader, select);
  const marks = prepare<MarkRow>(reader, selectMarks);

  return {
    addDeploy: (projectId, version, { environment, name = null, url = null, startedAt = null, finishedAt }) =>
      write(() => deployOf(add.get(projectId, version, environment, name, url, startedAt, finishedAt)!)),
    deploys: async (projectId, version) => list.all(projectId, version).map(deployOf),
    marks: async ({ projectId, environment = null, since, until, limit }) =>
      marks.all(projectId, since, until, environment, limit).map(markOf),
  };
}
