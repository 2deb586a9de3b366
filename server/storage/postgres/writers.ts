import type { ProjectId } from "#server/domain/ids.ts";
import type { Database, Query } from "./database.ts";

/**
 * Anyone who stores telemetry of a project, or moves what is stored, holds the project's row in
 * `writers` until the transaction ends: of several processes one at a time. What it reads of the
 * project then stays true while it writes, as with SQLite's one writer, and a digest needs neither
 * a retry nor a merge of its own. Projects do not wait for each other.
 */
export async function holdProjects(query: Query, projectIds: Iterable<ProjectId>): Promise<void> {
  // Always in this order: two that want the same projects cannot wait for each other.
  const ordered = [...new Set(projectIds)].toSorted((a, b) => a - b);
  // One statement each, sent together: with an equality on its key Citus locks it too.
  await Promise.all(
    ordered.map((id) =>
      query("SELECT project_id FROM writers WHERE project_id = $1 FOR UPDATE", id),
    ),
  );
}

/** Every project there is, to be held. */
export async function projectsToHold(query: Query): Promise<ProjectId[]> {
  const rows = await query<{ project_id: ProjectId }>(
    "SELECT project_id FROM writers ORDER BY project_id",
  );
  return rows.map(({ project_id }) => project_id);
}

/** As `holdProjects`, of every project there is. */
export async function holdAllProjects(query: Query): Promise<void> {
  await holdProjects(query, await projectsToHold(query));
}

/** Runs `work` in a transaction while no one else stores telemetry of this project. */
export function holding<T>(
  database: Database,
  projectId: ProjectId,
  work: (query: Query) => Promise<T>,
): Promise<T> {
  return database.transaction(async (query) => {
    await holdProjects(query, [projectId]);
    return work(query);
  });
}
