import type { ProjectId } from "#server/domain/ids.ts";
import { type Sql, sql } from "#server/storage/sql.ts";

/**
 * The row of an environment, as part of a statement; null if the project has never seen the name.
 */
export const environmentNamed = (projectId: ProjectId, name: string): Sql =>
  sql`(SELECT id FROM environments WHERE project_id = ${projectId} AND name = ${name})`;
