import type { IssueId, ProjectId } from "#server/domain/ids.ts";
import type { DiscardStore } from "#server/storage/discards/discard-store.ts";
import { allProjects } from "#server/storage/postgres/all-projects.ts";
import type { Database } from "#server/storage/postgres/database.ts";
import { forgetMeasure } from "#server/storage/retention/day-measure.postgres.ts";
import type { Day, Days } from "#server/storage/postgres/days.ts";
import { removeFilesOfIssue } from "#server/storage/events/removal.postgres.ts";

type DeletionRow = { project_id: ProjectId; issue_id: IssueId; first_day: Day; day: Day | null };

// Waits for events that a merge or unmerge still moves.
const next = `SELECT d.project_id, d.issue_id, d.first_day, d.day FROM issue_deletions d
  WHERE d.project_id = ANY($1::bigint[]) AND NOT EXISTS
    (SELECT 1 FROM event_moves m WHERE m.project_id = d.project_id AND d.issue_id IN (m.from_id, m.to_id))
  ORDER BY d.issue_id LIMIT 1`;
const leaveBehind = "UPDATE issue_deletions SET day = $3 WHERE project_id = $1 AND issue_id = $2";
const end = "DELETE FROM issue_deletions WHERE project_id = $1 AND issue_id = $2";

// Also deletes packs without other data. Both halves see the day before the change.
const removeDay = `WITH gone AS
    (DELETE FROM events WHERE project_id = $1 AND issue_id = $2 AND day = $3::date RETURNING pack_id)
  DELETE FROM packs p WHERE p.project_id = $1 AND p.day = $3::date AND p.id IN (SELECT pack_id FROM gone) AND NOT EXISTS
    (SELECT 1 FROM events e WHERE e.project_id = $1 AND e.day = $3::date AND e.pack_id = p.id AND e.issue_id <> $2)`;

/** Works from the newest day back to the issue's first, one day at a time. */
export function emptyDeletedIssues(
  { query, transaction }: Database,
  days: Days,
): DiscardStore["emptySlice"] {
  async function advance({ project_id, issue_id, first_day, day }: DeletionRow): Promise<void> {
    const kept = await days.list();
    const next = kept.find((each) => (day === null || each < day) && each >= first_day);
    if (next === undefined) return void (await query(end, project_id, issue_id));
    await transaction(async (query) => {
      await removeFilesOfIssue(query, project_id, next, issue_id);
      await Promise.all([
        query(forgetMeasure, next),
        query(removeDay, project_id, issue_id, next),
        query(leaveBehind, project_id, issue_id, next),
      ]);
    });
  }

  return async (of) => {
    const [row] = await query<DeletionRow>(next, of ?? (await allProjects(query)));
    if (row) await advance(row);
    return row !== undefined;
  };
}
