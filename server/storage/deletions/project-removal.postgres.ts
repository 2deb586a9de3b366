import type { Database } from "#server/storage/postgres/database.ts";
import type { Days } from "#server/storage/postgres/days.ts";
import { holding } from "#server/storage/postgres/writers.ts";
import type { ProjectRemoval } from "./deletions.ts";
import { emptyDay } from "./empty-day.postgres.ts";
import { emptyTables } from "./empty-tables.postgres.ts";

const deleteIssues = `DELETE FROM issues WHERE project_id = $1
  AND id = ANY(ARRAY(SELECT id FROM issues WHERE project_id = $1 LIMIT $2))`;

/** Each slice locks the project: only its own digest waits. */
export const projectRemoval = (database: Database, days: Days): ProjectRemoval => ({
  days: async () => [...(await days.list())],
  removeIssues: (projectId, most) =>
    holding(
      database,
      projectId,
      async (query) => (await query(deleteIssues, projectId, most)).count,
    ),
  emptyDay: (projectId, day) =>
    holding(database, projectId, (query) => emptyDay(query, projectId, day)),
  emptyTables: (projectId) =>
    holding(database, projectId, (query) => emptyTables(query, projectId)),
});
