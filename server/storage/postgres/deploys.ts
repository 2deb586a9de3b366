import { deployOf, type DeployRow, markOf, type MarkRow } from "#server/storage/layout/release-rows.ts";
import type { ReleaseStore } from "#server/storage/release-store.ts";
import type { Query } from "./database.ts";

const columns = "id, environment, name, url, started_at, finished_at";
const insert = `INSERT INTO deploys (project_id, version, environment, name, url, started_at, finished_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING ${columns}`;
const select = `SELECT ${columns} FROM deploys WHERE project_id = $1 AND version = $2 ORDER BY finished_at DESC, id DESC`;
const selectMarks = `SELECT version, finished_at AS at, environment FROM deploys
    WHERE project_id = $1 AND finished_at >= $2 AND finished_at < $3 AND ($4::text IS NULL OR environment = $4)
  UNION ALL SELECT version, first_seen, NULL FROM releases r
    WHERE project_id = $1 AND first_seen >= $2 AND first_seen < $3
      AND NOT EXISTS (SELECT 1 FROM deploys d WHERE d.project_id = r.project_id AND d.version = r.version)
  ORDER BY at DESC, version DESC LIMIT $5`;

export function deployStore(query: Query): Pick<ReleaseStore, "addDeploy" | "deploys" | "marks"> {
  return {
    async addDeploy(projectId, version, { environment, name = null, url = null, startedAt = null, finishedAt }) {
      const values = [projectId, version, environment, name, url, startedAt, finishedAt];
      return deployOf((await query<DeployRow>(insert, ...values))[0]!);
    },
    marks: async ({ projectId, environment = null, since, until, limit }) =>
      (await query<MarkRow>(selectMarks, projectId, since, until, environment, limit)).map(markOf),
    deploys: async (projectId, version) => (await query<DeployRow>(select, projectId, version)).map(deployOf),
  };
}
