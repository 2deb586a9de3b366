import type { DatabaseSync } from "node:sqlite";
import type { ProjectId } from "#server/domain/ids.ts";
import { newIssuesMost } from "#server/domain/issue/issue.ts";
import { hourMs, hourOf } from "#server/domain/time.ts";
import type { ProjectOverview, ProjectStore } from "#server/storage/projects/project-store.ts";
import { isOpen, openState, type Standing } from "#server/storage/layout/issue-standing.ts";
import { releasesWeighed } from "#server/domain/release/latest.ts";
import { latestOfEach } from "#server/storage/layout/latest-of-each.ts";
import { prepare } from "./statement.ts";

// One row: what comes one by one costs more than putting it in order.
const selectNewest = `SELECT json_group_array(version) AS versions FROM (
  SELECT version FROM releases WHERE project_id = ? ORDER BY first_seen DESC, version DESC LIMIT ${releasesWeighed})`;

// The index alone answers it.
const countNew = `SELECT count(*) AS count FROM (SELECT 1 FROM issues INDEXED BY issues_by_first_seen
  WHERE project_id = ? AND state = ${openState} AND first_seen >= ? LIMIT ${newIssuesMost})`;

/** What the home page says of each project: sums that are kept, and the few new issues. */
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
  const fresh = prepare<{ count: number }>(reader, countNew);
  const latestOf = latestOfEach();

  const hoursOf = (projectId: ProjectId, oldest: number, now: number, hours: number) => {
    const series = Array.from({ length: hours }, () => 0);
    for (const { hour, count } of counts.all(projectId, oldest, hourOf(now))) series[(hour - oldest) / hourMs] = count;
    return series;
  };

  return async (projectIds, { now, hours }) => {
    const oldest = hourOf(now) - (hours - 1) * hourMs;
    return projectIds.map((projectId): ProjectOverview => {
      const open = standings.all(projectId).filter(isOpen);
      return {
        projectId,
        hours: hoursOf(projectId, oldest, now, hours),
        openIssues: open.reduce((sum, { issues }) => sum + issues, 0),
        newIssues: fresh.get(projectId, oldest)!.count,
        latestReleases: latestOf(projectId, newest.get(projectId)!.versions),
      };
    });
  };
}
