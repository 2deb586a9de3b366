import type { ProjectId } from "#server/domain/ids.ts";
import type { Database, Query } from "./database.ts";

/**
 * Locks a project's row in `writers` until the transaction ends. Everyone who stores or moves its
 * telemetry does so, one process at a time. What was read about the project stays true while
 * writing, as with SQLite's single writer, so a digest needs no retry or merge. Projects don't wait
 * for each other.
 */
export async function lockProjects(query: Query, projectIds: Iterable<ProjectId>): Promise<void> {
  // Sorted, so that two transactions with the same projects can't deadlock.
  const ordered = [...new Set(projectIds)].toSorted((a, b) => a - b);
  // One statement each, sent together: with an equality on its key, Citus locks the row, too.
  await Promise.all(
    ordered.map((id) =>
      query("SELECT project_id FROM writers WHERE project_id = $1 FOR UPDATE", id),
    ),
  );
}

/** All projects, to be locked. */
export async function projectsToLock(query: Query): Promise<ProjectId[]> {
  const rows = await query<{ project_id: ProjectId }>(
    "SELECT project_id FROM writers ORDER BY project_id",
  );
  return rows.map(({ project_id }) => project_id);
}

/** Like `lockProjects` for all projects. */
export async function lockAllProjects(query: Query): Promise<void> {
  await lockProjects(query, await projectsToLock(query));
}

/** Runs `work` in a transaction while no one else stores telemetry of this project. */
export function holding<T>(
  database: Database,
  projectId: ProjectId,
  work: (query: Query) => Promise<T>,
): Promise<T> {
  return database.transaction(async (query) => {
    await lockProjects(query, [projectId]);
    return work(query);
  });
}
