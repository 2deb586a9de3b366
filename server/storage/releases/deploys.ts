import type { Query } from "#server/storage/database.ts";
import { firstOf } from "#server/storage/database.ts";
import { allOf, ifGiven, raw, sql } from "#server/storage/sql.ts";
import { deployOf, type DeployRow, markOf, type MarkRow } from "./release-rows.ts";
import type { ReleaseStore } from "./release-store.ts";

const columns = raw("id, environment, name, url, started_at, finished_at");

export function deployStore(query: Query): Pick<ReleaseStore, "addDeploy" | "deploys" | "marks"> {
  return {
    async addDeploy(
      projectId,
      version,
      { environment, name = null, url = null, startedAt = null, finishedAt },
    ) {
      const insert = sql`INSERT INTO deploys (project_id, version, environment, name, url, started_at, finished_at)
        VALUES (${projectId}, ${version}, ${environment}, ${name}, ${url}, ${startedAt}, ${finishedAt}) RETURNING ${columns}`;
      return deployOf((await firstOf(query<DeployRow>(insert)))!);
    },
    async deploys(projectId, version) {
      const rows = await query<DeployRow>(sql`SELECT ${columns} FROM deploys
        WHERE project_id = ${projectId} AND version = ${version} ORDER BY finished_at DESC, id DESC`);
      return rows.map(deployOf);
    },
    async marks({ projectId, environment, since, until, limit }) {
      const isInEnvironment = allOf([
        ifGiven(environment, (environment) => sql`environment = ${environment}`),
      ]);
      const rows =
        await query<MarkRow>(sql`SELECT version, finished_at AS at, environment FROM deploys
          WHERE project_id = ${projectId} AND finished_at >= ${since} AND finished_at < ${until} AND ${isInEnvironment}
        UNION ALL SELECT version, first_seen, NULL FROM releases r
          WHERE project_id = ${projectId} AND first_seen >= ${since} AND first_seen < ${until}
            AND NOT EXISTS (SELECT 1 FROM deploys d WHERE d.project_id = r.project_id AND d.version = r.version)
        ORDER BY at DESC, version DESC LIMIT ${limit}`);
      return rows.map(markOf);
    },
  };
}
