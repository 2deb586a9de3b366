import type { ProjectId } from "#server/domain/ids.ts";
import type { Query } from "./database.ts";

/** For queries over all projects, whose tables require project IDs. */
export async function allProjects(query: Query): Promise<ProjectId[]> {
  const rows = await query<{ project_id: ProjectId }>("SELECT project_id FROM writers");
  return rows.map(({ project_id }) => project_id);
}
