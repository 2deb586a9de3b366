import type { DatabaseSync } from "node:sqlite";
import type { ReleaseStore } from "#server/storage/release-store.ts";
import { deployOf, type DeployRow } from "#server/storage/layout/release-rows.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

const insert = `INSERT INTO deploys (project_id, version, environment, name, url, started_at, finished_at)
  VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id, environment, name, url, started_at, finished_at`;
const select = `SELECT id, environment, name, url, started_at, finished_at FROM deploys
  WHERE project_id = ? AND version = ? ORDER BY finished_at DESC, id DESC`;

export function deployStore(
  reader: DatabaseSync,
  writer: DatabaseSync,
  write: Write,
): Pick<ReleaseStore, "addDeploy" | "deploys"> {
  const add = prepare<DeployRow>(writer, insert);
  const list = prepare<DeployRow>(reader, select);

  return {
    addDeploy: (projectId, version, { environment, name = null, url = null, startedAt = null, finishedAt }) =>
      write(() => deployOf(add.get(projectId, version, environment, name, url, startedAt, finishedAt)!)),
    deploys: async (projectId, version) => list.all(projectId, version).map(deployOf),
  };
}
