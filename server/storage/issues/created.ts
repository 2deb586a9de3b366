import type { ProjectId } from "#server/domain/ids.ts";
import { inSqlite } from "#server/storage/column-types.ts";
import { firstOf, type Query } from "#server/storage/database.ts";
import { sql } from "#server/storage/sql.ts";

/** Number of issues created in a period. Use in a transaction that holds the project. */
export async function issuesCreated(
  query: Query,
  { projectId, from, until }: { projectId: ProjectId; from: number; until: number },
): Promise<number> {
  const row = await firstOf(
    query<{
      count: number;
    }>(sql`SELECT count(*) AS count FROM issues${inSqlite(" INDEXED BY issues_by_creation")}
      WHERE project_id = ${projectId} AND created_at >= ${from} AND created_at < ${until}`),
  );
  return row!.count;
}
