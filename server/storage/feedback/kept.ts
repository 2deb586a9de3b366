import type { EventId, ProjectId } from "#server/domain/ids.ts";
import type { Query } from "#server/storage/database.ts";
import { idBytes } from "#server/storage/events/row.ts";
import { sql } from "#server/storage/sql.ts";
import { feedbackKey } from "./feedback-store.ts";

/** Feedback that is already stored, by `feedbackKey`. */
export async function feedbackKept(
  query: Query,
  asked: { projectId: ProjectId; feedbackId: EventId }[],
): Promise<Set<string>> {
  const found = asked.map(async (each) => {
    const rows = await query(sql`SELECT 1 FROM feedback
      WHERE project_id = ${each.projectId} AND feedback_id = ${idBytes(each.feedbackId)}`);
    return rows.length > 0 ? [feedbackKey(each)] : [];
  });
  return new Set((await Promise.all(found)).flat());
}
