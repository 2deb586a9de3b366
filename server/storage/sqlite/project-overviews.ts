import type { DatabaseSync } from "node:sqlite";
import type { ProjectId } from "#server/domain/ids.ts";
import { hourMs, hourOf } from "#server/domain/ledger.ts";
import type { ProjectOverview, ProjectStore } from "#server/storage/projects/project-store.ts";
import { isOpen, type Standing } from "#server/storage/layout/issue-standing.ts";
import { releasesWeighed } from "#server/domain/release/latest.ts";
import { latestOfEach } from "#server/storage/layout/latest-of-each.ts";
import { prepare } from "./statement.ts";

// One row: what comes one by one costs more than putting it in order.
const selectNewest = `SELECT json_group_array(version) AS versions FROM (
  SELECT version FROM releases WHERE project_id = ? ORDER BY first_seen DESC, version DESC LIMIT ${releasesWeighed})`;

/** What the home page says of each project: sums that are kept, nothing counted on the way. */
export function projectOverviews(reader: DatabaseSync): ProjectStore["overviews"] {
  const counts = prepare<{ hour: number; count: number }>(
    reader,
    "SELECT hour, count FROM project_hours WHERE project_id = ? AND hour BETWEEN ? AND ?",
  );
  const standings = prepare<Standing & { issues: number }>(
    reader,
    "SELECT state, substate, issues FROM issue_counts WHERE project_id = ? AND environment_id = 0",
  );
  const newest = prepare<{ versions: string }>(reader, selectNewest);
  const latestOf = latestOfEach();

  const hoursOf = (projectId: ProjectId, now: number, hours: number) => {
    const oldest = hourOf(now) - (hours - 1) * hourMs;
    const series = Array.from({ length: hours }, () => 0);
    for (const { hour, count } of counts.all(projectId, oldest, hourOf(now))) series[(hour - oldest) / hourMs] = count;
    return series;
  };

  return async (projectIds, { now, hours }) =>
    projectIds.map((projectId): ProjectOverview => {
      const open = standings.all(projectId).filter(isOpen);
      return {
        projectId,
        hours: hoursOf(projectId, now, hours),
        openIssues: open.reduce((sum, { issues }) => sum + issues, 0),
        latestReleases: latestOf(projectId, newest.get(projectId)!.versions),
      };
    });
}
