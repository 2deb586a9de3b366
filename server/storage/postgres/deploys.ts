import { deployOf, type DeployRow } from "#server/storage/layout/release-rows.ts";
import type { ReleaseStore } from "#server/storage/release-store.ts";
import type { Query } from "./database.ts";

const columns = "id, environment, name, url, started_at, finished_at";
const insert = `INSERT INTO deploys (project_id, version, environment, name, url, started_at, finished_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING ${columns}`;
const select = `SELECT ${columns} FROM deploys WHERE project_id = $1 AND version = $2 ORDER BY finished_at DESC, id DESC`;

export function deployStore(query: Query): Pick<ReleaseStore, "addDeploy" | "deploys"> {
  return {
    async addDeploy(projectId, version, { environment, name = null, url = null, startedAt = null, finishedAt }) {
      const values = [projectId, version, environment, name, url, startedAt, finishedAt];
      return deployOf((await query<DeployRow>(insert, ...values))[0]!);
    },
    deploys: async (projectId, version) => (await query<DeployRow>(select, projectId, version)).map(deployOf),
  };
}
