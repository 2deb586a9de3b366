import type { ProjectId } from "#server/domain/ids.ts";
import { newIssuesMost } from "#server/domain/issue/issue.ts";
import { hourMs, hourOf } from "#server/domain/time.ts";
import { releasesWeighed } from "#server/domain/release/latest.ts";
import { latestOfEach } from "#server/storage/layout/latest-of-each.ts";
import { isOpen, openState, type Standing } from "#server/storage/layout/issue-standing.ts";
import type { ProjectOverview, ProjectStore } from "#server/storage/projects/project-store.ts";
import type { Query } from "./database.ts";

type HourRow = { project_id: number; hour: number; count: number };
type CountRow = Standing & { project_id: number; issues: number };

const selectHours = `SELECT project_id, hour, count FROM project_hours
  WHERE project_id = ANY($1::bigint[]) AND hour BETWEEN $2 AND $3`;
const selectCounts = `SELECT project_id, state, substate, issues FROM issue_counts
  WHERE project_id = ANY($1::bigint[]) AND environment_id = 0`;
const selectNewest = `SELECT coalesce(json_agg(version), '[]')::text AS versions,
    (SELECT count(*) FROM (SELECT 1 FROM issues WHERE project_id = $1 AND state = ${openState} AND first_seen >= $2
      LIMIT ${newIssuesMost}) fresh) AS issues
  FROM (SELECT version FROM releases WHERE project_id = $1 ORDER BY first_seen DESC, version DESC
    LIMIT ${releasesWeighed}) newest`;

/** What the home page says of each project: sums that are kept, and the few new issues. */
export function projectOverviews(query: Query): ProjectStore["overviews"] {
  const latestOf = latestOfEach();
  const newestIn = async (projectId: ProjectId, since: number) => {
    const [newest] = await query<{ versions: string; issues: number }>(selectNewest, projectId, since);
    return { newIssues: newest!.issues, latestReleases: latestOf(projectId, newest!.versions) };
  };

  return async (projectIds, { now, hours }) => {
    const oldest = hourOf(now) - (hours - 1) * hourMs;
    const [counted, standings, newest] = await Promise.all([
      query<HourRow>(selectHours, projectIds, oldest, hourOf(now)),
      query<CountRow>(selectCounts, projectIds),
      // One each: the index has it at once, and on a cluster each is asked where it lies.
      Promise.all(projectIds.map((id) => newestIn(id, oldest))),
    ]);
    const hoursOf = Map.groupBy(counted, ({ project_id }) => project_id);
    const openOf = Map.groupBy(standings.filter(isOpen), ({ project_id }) => project_id);

    return projectIds.map((projectId, at): ProjectOverview => {
      const series = Array.from({ length: hours }, () => 0);
      for (const { hour, count } of hoursOf.get(projectId) ?? []) series[(hour - oldest) / hourMs] = count;
      const openIssues = (openOf.get(projectId) ?? []).reduce((sum, { issues }) => sum + issues, 0);
      return { projectId, hours: series, openIssues, ...newest[at]! };
    });
  };
}
