import { isNodeAway } from "#server/domain/health/disk-cause.ts";
import type { Query } from "#server/storage/database.ts";
import { sql } from "#server/storage/sql.ts";

/**
 * The sum of work for each project. If a project's cluster node doesn't respond, the others
 * continue, and its error is thrown at the end.
 */
export async function sumOverProjects(
  query: Query,
  work: (projectId: number) => Promise<number>,
): Promise<number> {
  const away: unknown[] = [];
  let sum = 0;
  for (const { id } of await query<{ id: number }>(sql`SELECT id FROM projects`))
    sum += await work(id).catch((error: unknown) => {
      if (!isNodeAway(error)) throw error;
      away.push(error);
      return 0;
    });
  if (away.length > 0) throw away[0];
  return sum;
}
